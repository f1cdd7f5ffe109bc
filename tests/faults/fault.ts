export type Figure = { what: string; figure: string; aim: string; isReached: boolean }

/**
 * A fault that is made on purpose, and what became of the product. `short` is for every run of the
 * tests: it has the same aims but those of time, which say nothing on a machine that does other
 * work as well.
 */
export type Fault = (size: 'full' | 'short', words: readonly string[]) => Promise<Figure[]>

export function slowest(milliseconds: readonly number[]): number {
  return milliseconds.reduce((most, one) => Math.max(most, one), 0)
}

export function percentile(milliseconds: readonly number[], share: number): number {
  const sorted = milliseconds.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * Lines on the way of a long fault, one each `step` turns: one that is stopped has shown what it
 * found until then.
 */
export function onTheWay(
  size: 'full' | 'short',
  step: number,
): (turn: number, line: () => string) => void {
  return (turn, line) => {
    if (size === 'full' && turn % step === 0) process.stdout.write(`${line()}\n`)
  }
}
