import { openDatabase } from '../app.server.ts'
import { ledgerFaults, ledgerSize } from '../features/billing/ledger-check.sql.ts'
import { startUp } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

const MOST = 100

/** `npm run ledger:check`: whether the ledger of credits agrees with itself and with the orders; exit code 1 if not. */
await startUp(async () => {
  const database = await openDatabase(readSettings(process.env))
  try {
    const { lots, entries } = await ledgerSize(database.db)
    const faults = await ledgerFaults(database.db, new Date(), MOST)
    for (const { rule, account, lot, text } of faults) process.stdout.write(`Lot ${lot} of account ${account} ${text}: ${rule}.\n`)
    process.stdout.write(faults.length === 0 ? `All ${entries} entries of ${lots} lots agree.\n` : `${faults.length} lots do not agree.\n`)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
})
