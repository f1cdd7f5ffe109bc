import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type UpMigration, migrations } from '#db/migrations/index.ts'
import { SCHEMA } from '#db/schema.server.ts'
import { withSample } from '../support/sample-migrations.ts'

const OLDEST_POSTGRES = '15'

/** Rules of squawk that do not fit here. */
const excluded: Readonly<Record<string, string>> = {
  'require-lock-timeout': 'the migrator sets it for each migration (db/migrate.server.ts)',
  'require-statement-timeout':
    'what takes long, a backfill, is a job; a lock is not waited for longer than two seconds',
  'prefer-robust-stmts':
    'a migration is applied in one transaction, or by createIndexConcurrently, which can be begun again',
  'prefer-bigint-over-int': 'counts that a day or a form bounds; keys are bigint',
  'prefer-bigint-over-smallint': 'places in a list, and hours',
  'require-concurrent-index-deletion':
    'dropping an index is as short as any change of a table, and waits for locks in short tries',
}

/** What squawk says of one migration and does not hold there, by `<migration> <rule>`. */
const accepted: Readonly<Record<string, string>> = {}

const require = createRequire(import.meta.url)
const squawk = binary()
let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'squawk-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** npm installs the program for this machine, if there is one. */
function binary(): string | null {
  const file = require.resolve('squawk-cli/js/bin/squawk')
  const isRunning = spawnSync(process.execPath, [file, '--version']).status === 0
  return isRunning ? file : null
}

async function statementsOf({ up }: UpMigration): Promise<string> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  await up(db)
  return statements.map((statement) => `${statement};\n`).join('')
}

type Complaint = { migration: string; rule: string; message: string }

async function lint(given: Readonly<Record<string, UpMigration>>): Promise<Complaint[]> {
  if (squawk === null) return []
  const found: Complaint[] = []
  for (const [migration, one] of Object.entries(given)) {
    const file = join(directory, `${migration}.sql`)
    writeFileSync(file, await statementsOf(one))
    const words = [
      '--reporter',
      'json',
      '--pg-version',
      OLDEST_POSTGRES,
      `--exclude=${Object.keys(excluded).join(',')}`,
    ]
    if (one.isOutside !== true) words.push('--assume-in-transaction')
    // It ends with 1 where it finds something.
    const { stdout, stderr } = spawnSync(process.execPath, [squawk, ...words, file], {
      encoding: 'utf8',
    })
    if (stdout === '') throw new Error(stderr)
    const complaints = JSON.parse(stdout) as { rule_name: string; message: string }[]
    found.push(...complaints.map(({ rule_name: rule, message }) => ({ migration, rule, message })))
  }
  return found
}

describe('a migration', () => (squawk === null ? notTried() : stories()))

function notTried() {
  test('was not linted', () => {
    process.stdout.write(
      `squawk has no program for ${process.platform} on ${process.arch}: no migration was linted\n`,
    )
    expect(squawk).toBeNull()
  })
}

function stories() {
  /** Nobody uses a database while the schema is made. */
  const afterSchema = (all: typeof migrations) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== SCHEMA))

  test('has nothing that holds up members, or that the release before cannot live with', async () => {
    const complaints = await lint(afterSchema(migrations))
    expect(
      complaints.filter(({ migration, rule }) => !(`${migration} ${rule}` in accepted)),
    ).toEqual([])
    const stale = Object.keys(accepted).filter(
      (one) => !complaints.some(({ migration, rule }) => `${migration} ${rule}` === one),
    )
    expect(stale, 'accepted, and not found any more').toEqual([])
  })

  test.each<[string, string, string]>([
    [
      'an index that stops writers',
      'create index on photos (account_id)',
      'require-concurrent-index-creation',
    ],
    [
      'a foreign key that reads the whole table',
      'alter table photos add constraint a foreign key (account_id) references accounts',
      'adding-foreign-key-constraint',
    ],
    [
      'a check that reads the whole table',
      'alter table photos add constraint a check (width > 0)',
      'constraint-missing-not-valid',
    ],
    [
      'a column that must be given',
      'alter table photos add column a text not null',
      'adding-required-field',
    ],
    [
      'a column that becomes required',
      'alter table photos alter column width set not null',
      'adding-not-nullable-field',
    ],
    ['another type', 'alter table photos alter column width type bigint', 'changing-column-type'],
    ['another name', 'alter table photos rename column width to a', 'renaming-column'],
    ['a column that is gone', 'alter table photos drop column width', 'ban-drop-column'],
    ['a table that is gone', 'drop table photos', 'ban-drop-table'],
    [
      'a unique rule that reads the whole table',
      'alter table photos add constraint a unique (key)',
      'disallowed-unique-constraint',
    ],
  ])('with %s is refused', async (_, statement, rule) => {
    const found = await lint({
      one: { up: async (db) => void (await sql.raw(statement).execute(db)) },
    })
    expect(found.map((complaint) => complaint.rule)).toContain(rule)
  })

  test('with a table, its indexes and keys, and with an index that is made beside the writers, is not', async () => {
    const statements = [
      `create table notes (id bigint generated always as identity primary key, account_id bigint not null references accounts on delete cascade, at timestamptz not null)`,
      `create index notes_account on notes (account_id, id)`,
      `alter table photos add column a boolean not null default false`,
    ]
    const plain: UpMigration = {
      up: async (db) => {
        for (const statement of statements) await sql.raw(statement).execute(db)
      },
    }
    expect(await lint({ ...afterSchema(withSample), plain })).toEqual([])
  })
}
