export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) {
    process.stdout.write(
      `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`,
    )
  }
}

/** A cell of a table about an aim. One that was missed ends the run with exit code 1. */
export function judged(text: string | number, isHeld: boolean): string {
  if (!isHeld) process.exitCode = 1
  return `${text}${isHeld ? '' : ' missed'}`
}
