import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

type Figure = { what: string; figure: number | string; unit: string; aim?: number | string }
type Run = { command: string; machine: string; load: string; day: string; figures: Figure[] }

const file = join(import.meta.dirname, 'figures.json')
const readme = join(import.meta.dirname, 'README.md')
/** What changes what is measured: a run with some of them has figures of its own. */
const variables = [
  'MEMBERS',
  'MINUTES',
  'POLLING',
  'SECONDS',
  'STREAMS',
  'TEST_DATABASE',
  'WARM_UP',
  'WORKERS',
]
const measured: Figure[] = []

/**
 * Notes a figure of this process. Those of a run that ends by itself take the place of the ones
 * that it had before.
 */
export function record(
  what: string,
  figure: number | string,
  unit: string,
  aim?: string | number,
): void {
  if (measured.length === 0) process.once('beforeExit', () => keepFigures())
  measured.push({ what, figure, unit, ...(aim === undefined ? {} : { aim }) })
}

/** For a program that ends otherwise than by having nothing left to do. */
export function keepFigures(script = benchOf(process.argv[1] ?? '')): void {
  const given = variables.flatMap((name) =>
    process.env[name] === undefined ? [] : [`${name}=${process.env[name]}`],
  )
  const run: Run = {
    command: [...given, script].join(' '),
    machine: `${cpus().length} × ${(cpus()[0]?.model ?? 'unknown').replaceAll(/\((?:R|TM)\)/g, '')}`,
    load: (loadavg()[0] ?? 0).toFixed(1),
    day: new Date().toISOString().slice(0, 10),
    figures: measured.splice(0),
  }
  const runs = [...readRuns().filter(({ command }) => command !== run.command), run].toSorted(
    (one, other) => (placeOf(one) < placeOf(other) ? -1 : 1),
  )
  writeFileSync(file, `${JSON.stringify(runs, null, 2)}\n`)
  writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), runs))
}

/** Those of a bench are together, whatever they were given. */
const placeOf = ({ command }: Run) => command.replace(/^((?:\w+=\S+ )*)(.*)$/, '$2 $1')

const benchOf = (path: string) => `bench ${/([\w-]+?)(?:\.bench)?\.ts$/.exec(path)?.[1] ?? path}`

export const readRuns = () => JSON.parse(readFileSync(file, 'utf8')) as Run[]

/** The text of the README with its tables made anew: figures with an aim first, a row a figure. */
export function withFigures(text: string, runs: readonly Run[]): string {
  const rows = runs.flatMap(({ figures, ...run }) =>
    figures.map((figure) => ({ ...run, ...figure })),
  )
  const [aimed, others] = [
    rows.filter(({ aim }) => aim !== undefined),
    rows.filter(({ aim }) => aim === undefined),
  ]
  const made = [
    '| run | what | figure | unit | aim | machine | load | day |',
    '|---|---|---:|---|---:|---|---:|---|',
    ...aimed.map((row) => line(row, shown(row.aim ?? ''))),
    '',
    '## Without an aim',
    '',
    '| run | what | figure | unit | machine | load | day |',
    '|---|---|---:|---|---|---:|---|',
    ...others.map((row) => line(row)),
  ].join('\n')
  return text.replace(
    /(<!-- figures[^>]*-->\n)[\s\S]*?(<!-- end -->)/,
    (_, start: string, end: string) => `${start}\n${made}\n${end}`,
  )
}

const shown = (value: number | string) =>
  typeof value === 'number' ? value.toLocaleString('en') : value

function line(
  { command, what, figure, unit, machine, load, day }: Figure & Omit<Run, 'figures'>,
  ...aim: string[]
): string {
  const cells = [`\`${command}\``, what, shown(figure), unit, ...aim, machine, load, day]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
