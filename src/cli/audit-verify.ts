import { parseArgs } from 'node:util'
import { headsFile, readHeads } from '../features/core/audit/heads.server.ts'
import { faults, verifyChain } from '../features/core/audit/verify.server.ts'
import { openDatabase } from '../process/database.server.ts'
import { withSecrets } from '../process/secrets.server.ts'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

const MOST = 100

/**
 * `npm run audit:verify`: whether the audit log is as it was written; exit code 1 if not. `--
 * --heads <file>`: a copy of the heads.
 */
await startUp(async () => {
  const { values } = parseArgs({ options: { heads: { type: 'string' } } })
  const given = readSettings(process.env)
  const database = await openDatabase(given)
  try {
    const { sessionSecret } = await withSecrets(given, database)
    const file = values.heads ?? headsFile(given.dataDir)
    const kept = await readHeads(file, sessionSecret)
    if (kept === null && values.heads !== undefined)
      throw new StartUpError(`There is no file ${file}.`)
    const { rows, first, head, unsealed, compared, otherKey, findings } = await verifyChain(
      database.db,
      kept,
      sessionSecret,
    )
    for (const { fault, from, to } of findings.slice(0, MOST))
      process.stdout.write(`Row ${from === to ? from : `${from} to ${to}`} ${faults[fault]}.\n`)
    if (findings.length > MOST) process.stdout.write(`… and ${findings.length - MOST} more.\n`)
    process.stdout.write(
      `${findings.length === 0 ? 'The audit log is whole' : 'The audit log is NOT whole'}: ${rows} rows from ${first} to ${head.seq}, ${unsealed} not sealed yet; ${
        kept === null
          ? 'no head was kept outside'
          : `${compared} of ${kept.heads.length} heads kept outside could be compared`
      }${otherKey === 0 ? '' : `, ${otherKey} more are signed with another secret`}.\nHead: ${head.seq} ${head.hash}\n`,
    )
    if (findings.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
})
