import { parseArgs } from 'node:util'
import { someAccounts } from '../features/core/accounts/standing/account-facts.sql.ts'
import { checkAccount } from '../features/money/books/books-check.server.ts'
import { ledgerFaults, ledgerSize } from '../features/money/books/ledger-check.sql.ts'
import { openDatabase } from '../process/database.server.ts'
import { startUp } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'

const MOST = 100

/**
 * `npm run ledger:check`: whether the ledger of credits, orders and payments agree, and, of random
 * accounts, with standing and upgrade label; exit code 1 if not.
 */
await startUp(async () => {
  const { values } = parseArgs({ options: { accounts: { type: 'string', default: '200' } } })
  const database = await openDatabase(readSettings(process.env))
  const at = new Date()
  try {
    const { lots, entries, payments } = await ledgerSize(database.db)
    const faults = await ledgerFaults(database.db, at, MOST)
    for (const { rule, account, subject, text } of faults)
      process.stdout.write(`${subject} of account ${account} ${text}: ${rule}.\n`)
    process.stdout.write(
      faults.length === 0
        ? `All ${entries} entries of ${lots} lots and ${payments} payments agree.\n`
        : `${faults.length} do not agree.\n`,
    )
    const accounts = await someAccounts(database.db, Number(values.accounts) || 200)
    let wrong = 0
    for (const account of accounts) {
      const found = await checkAccount(database.db, account, at)
      wrong += found.length
      for (const finding of found) process.stdout.write(`Account ${account.id}: ${finding}.\n`)
    }
    process.stdout.write(
      wrong === 0
        ? `The books of ${accounts.length} accounts agree.\n`
        : `${wrong} findings in the books of ${accounts.length} accounts.\n`,
    )
    if (faults.length > 0 || wrong > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
})
