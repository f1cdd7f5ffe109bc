import { openPostgres } from '../db/connection.server.ts'
import { headsFile, readHeads } from '../features/core/audit/heads.server.ts'
import { verifyChain } from '../features/core/audit/verify.server.ts'
import { ledgerFaults, ledgerSize } from '../features/money/books/ledger-check.sql.ts'
import { moveAll } from '../process/move.server.ts'
import { showProgress } from '../process/progress.server.ts'
import { withSecrets } from '../process/secrets.server.ts'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

/**
 * `npm run move`: from the PGlite in DATA_DIR to the empty PostgreSQL of DATABASE_URL; all of it,
 * or nothing.
 */
await startUp(async () => {
  const given = readSettings(process.env)
  if (given.databaseUrl === null)
    throw new StartUpError(
      'Set DATABASE_URL to an empty PostgreSQL, to which the database in DATA_DIR is copied.',
    )
  const database = await openPostgres(given.databaseDirectUrl ?? given.databaseUrl, 2)
  try {
    const moved = await moveAll(given.dataDir, database, showProgress('Copying rows'))
    const full = moved.filter(({ rows }) => rows > 0)
    const width = Math.max(...full.map(({ table }) => table.length))
    for (const { table, rows, digest } of full)
      process.stdout.write(
        `${table.padEnd(width)} ${String(rows).padStart(9)} rows on both sides, sum ${digest}\n`,
      )
    process.stdout.write(`${moved.length - full.length} tables are empty on both sides.\n`)

    const { sessionSecret } = await withSecrets(given, database)
    const faults = await ledgerFaults(database.db, new Date(), 1)
    const { entries } = await ledgerSize(database.db)
    process.stdout.write(
      faults.length === 0
        ? `The ledger agrees: ${entries} entries.\n`
        : 'The ledger does not agree: see npm run ledger:check.\n',
    )
    const { rows, findings } = await verifyChain(
      database.db,
      await readHeads(headsFile(given.dataDir), sessionSecret),
      sessionSecret,
    )
    process.stdout.write(
      findings.length === 0
        ? `The audit log is whole: ${rows} rows.\n`
        : 'The audit log is NOT whole: see npm run audit:verify.\n',
    )
    if (faults.length > 0 || findings.length > 0) process.exitCode = 1

    const photos =
      given.s3Url === null
        ? `Photos and mails stay in ${given.dataDir}: start with the same DATA_DIR, or with a copy of its folders “photos” and “mail”.`
        : `Copy the files below ${given.dataDir}/photos to the bucket of S3_URL, each under its own name without the folder.`
    process.stdout.write(
      `${photos}\nNow start the server with DATABASE_URL. The PGlite in ${given.dataDir} was not changed; delete it once all is well.\n`,
    )
  } finally {
    await database.close()
  }
})
