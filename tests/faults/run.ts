import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { keepFigures, record } from '../bench/figures.ts'
import { table } from '../bench/report.ts'
import type { Fault, Figure } from './fault.ts'

/**
 * `npm run faults` makes all of them, `npm run faults -- <name> [word…]` one; exit code 1 where an
 * aim is missed.
 */
const [wanted, ...words] = process.argv.slice(2)
const names = (await readdir(import.meta.dirname))
  .flatMap((file) => (file.endsWith('.fault.ts') ? [file.replace('.fault.ts', '')] : []))
  .toSorted()
if (wanted !== undefined && !names.includes(wanted)) {
  process.stderr.write(`There is no ${wanted}. There is: ${names.join(', ')}\n`)
  process.exit(1)
}
for (const name of wanted === undefined ? names : [wanted]) {
  process.stdout.write(`\n# ${name}\n`)
  const { fault } = (await import(join(import.meta.dirname, `${name}.fault.ts`))) as {
    fault: Fault
  }
  const figures = await fault('full', words)
  table(
    ['what', 'figure', 'aim', ''],
    figures.map(({ what, figure, aim, isReached }) => [
      what,
      figure,
      aim,
      isReached ? '' : 'MISSED',
    ]),
  )
  let named = ''
  for (const { what, figure, aim } of figures.flatMap(apart)) {
    if (!what.startsWith('…')) [named = what] = what.split(': ')
    const [, value = figure, unit = ''] = /^([\d.,]+) (ms|s)$/.exec(figure) ?? []
    const most = aim.endsWith(` ${unit}`) ? aim.slice(0, -unit.length - 1) : aim
    record(what.replace(/^…/, `${named}:`), value, unit, most || undefined)
  }
  keepFigures(['faults', name, ...words].join(' '))
  if (figures.some(({ isReached }) => !isReached)) process.exitCode = 1
}
process.exit()

/**
 * A fault names several things in one row of its table, with a figure for each; of the record each
 * is a row.
 */
function apart({ what, figure, aim }: Figure): Array<Pick<Figure, 'what' | 'figure' | 'aim'>> {
  const [names, figures, aims] = [what, figure, aim].map((text) => text.split('; ')) as [
    string[],
    string[],
    string[],
  ]
  if (names.length !== figures.length) return [{ what, figure, aim }]
  return names.map((name, at) => ({
    what: name,
    figure: figures[at] ?? '',
    aim: aims.length === names.length ? (aims[at] ?? '') : at === names.length - 1 ? aim : '',
  }))
}
