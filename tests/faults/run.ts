import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { table } from '../bench/report.ts'
import type { Fault } from './fault.ts'

/** `npm run faults` makes all of them, `npm run faults -- <name> [word…]` one; exit code 1 where an aim is missed. */
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
  if (figures.some(({ isReached }) => !isReached)) process.exitCode = 1
}
process.exit()
