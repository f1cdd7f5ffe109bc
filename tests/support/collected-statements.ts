import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '#db/migrate.server.ts'
import type { Database } from '#db/schema.ts'

/**
 * The product asks PostgreSQL in the tests, and may run on PGlite, which is another build of it: so
 * every statement that was asked anywhere is prepared there once, at the end
 * (tests/support/on-postgres.ts).
 */

/** The others begin and end transactions, listen, or set something up. */
const READS_OR_WRITES = /^\s*(?:select|insert|update|delete|with|merge)\b/i

let into: string | null = null
let isWatching = false

/**
 * Whatever the product asks in this process from now on goes to a file of this process in `folder`,
 * each text once: a statement a line, as JSON. With null it goes nowhere.
 */
export function collectStatements(folder: string | null): void {
  into = folder && join(folder, `${process.pid}.jsonl`)
  if (into !== null && !isWatching) watch()
}

function watch(): void {
  isWatching = true
  const known = new Set<string>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const [asked] = given
    const text = isAsked(asked) ? asked.text : null
    if (into !== null && text !== null && READS_OR_WRITES.test(text) && !known.has(text)) {
      known.add(text)
      appendFileSync(into, `${JSON.stringify(text)}\n`)
    }
    return Reflect.apply(query, this, given) as unknown
  } as typeof query
}

export function collectedStatements(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  )
  return [...new Set(lines.filter((line) => line !== ''))].map((line) => JSON.parse(line) as string)
}

/**
 * What PGlite says of those that it cannot prepare, though PostgreSQL can, in the database at
 * `url`: what a test asks of a schema of another time, or to be refused, neither can.
 */
export async function refusedByPglite(
  statements: readonly string[],
  url: string,
): Promise<string[]> {
  const postgres = new pg.Client({ connectionString: url })
  const pglite = await PGlite.create()
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  await Promise.all([postgres.connect(), migrate(db)])
  const refused: string[] = []
  for (const text of statements) {
    const refusal = await refusalOf((words) => pglite.exec(words), text)
    if (refusal !== null && (await refusalOf((words) => postgres.query(words), text)) === null)
      refused.push(`${refusal}: ${text}`)
  }
  await Promise.all([postgres.end(), db.destroy()])
  return refused
}

async function refusalOf(
  run: (words: string) => Promise<unknown>,
  text: string,
): Promise<string | null> {
  try {
    await run(`prepare collected as ${text}`)
    await run('deallocate collected')
    return null
  } catch (error) {
    return String(error)
  }
}

/** The product’s statements: the driver’s own way has more forms, which only tests use. */
function isAsked(asked: unknown): asked is { text: string } {
  return (
    typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string'
  )
}
