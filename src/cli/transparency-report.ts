import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordOperatorAct } from '../features/core/audit/audit.sql.ts'
import { dayStart } from '../features/staff/transparency/figures.ts'
import { reportOf } from '../features/staff/transparency/report.server.ts'
import { keepReport } from '../features/staff/transparency/reports.sql.ts'
import { DAY, later } from '../lib/clock.ts'
import { csvOf } from '../lib/csv.ts'
import { openDatabase } from '../process/database.server.ts'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'
import { brands } from '../sites/registry.ts'

const usage =
  'Usage: npm run report:transparency -- --from 2026-01-01 --to 2026-12-31 [--out <folder>]'

function day(given: string | undefined): string {
  const at = dayStart(given ?? '')
  if (given === undefined || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== given)
    throw new StartUpError(usage)
  return given
}

/**
 * `npm run report:transparency`: a folder of CSV files for each brand, and the key figures for its
 * page.
 */
await startUp(async () => {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, out: { type: 'string' } },
    strict: false,
  })
  const [from, to] = [day(values.from as string | undefined), day(values.to as string | undefined)]
  if (to < from) throw new StartUpError(usage)
  // Its key figures are published; those of days that are not over would change under their
  // readers.
  if (later(dayStart(to), DAY) > new Date())
    throw new StartUpError(`The ${to} is not over in UTC: a report is of days that have ended.`)
  const settings = readSettings(process.env)
  const out =
    typeof values.out === 'string'
      ? values.out
      : join(settings.dataDir, 'transparency', `${from}_${to}`)
  const database = await openDatabase(settings)
  try {
    for (const brand of brands) {
      const madeAt = new Date()
      const { sheets, key } = await reportOf(database.db, brand, { from, to, at: madeAt })
      const folder = join(out, brand.id)
      await mkdir(folder, { recursive: true })
      for (const { name, head, rows } of sheets)
        await writeFile(join(folder, `${name}.csv`), csvOf(head, rows))
      await database.db.transaction().execute(async (trx) => {
        await keepReport(trx, brand.id, { from, to, madeAt, figures: key })
        await recordOperatorAct(trx, madeAt, {
          action: 'report.transparency',
          subjectId: null,
          details: { brand: brand.id, from, to },
        })
      })
      process.stdout.write(`${brand.name}: ${key.notices} notices, ${key.decisions} measures.\n`)
    }
    process.stdout.write(
      `Written to ${out}; the page /transparency of each brand shows the key figures.\n`,
    )
  } finally {
    await database.close()
  }
})
