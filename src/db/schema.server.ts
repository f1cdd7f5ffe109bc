import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

/**
 * The files of schema/, one a room, or one the wing of money: each refers to tables of those before
 * it alone. What is most private comes last, since an erasure goes the other way
 * (features/members/leaving/erasures.server.ts).
 */
export const owners = [
  'db',
  'accounts',
  'api',
  'audit',
  'brand-pictures',
  'ads',
  'figures',
  'texts',
  'transparency',
  'decisions',
  'money',
  'affiliates',
  'help',
  'tickets',
  'hash-lists',
  'removals',
  'staff-accounts',
  'tasks',
  'members',
  'terms',
  'viewer',
  'notifications',
  'onboarding',
  'mail',
  'leaving',
  'rules',
  'reports',
  'live',
  'search',
  'likes',
  'meeting',
  'messages',
  'people',
  'updates',
  'poses',
  'photos',
]

/**
 * In their order, without comments; each ends with its line, and a body between `$$` is one part of
 * it.
 */
export function statementsOf(text: string): string[] {
  const found: string[] = []
  let open: string[] = []
  for (const line of text.split('\n')) {
    const [code = ''] = line.split('-- ')
    if (code.trim() === '') continue
    open.push(code.trimEnd())
    const whole = open.join('\n')
    if (!whole.endsWith(';') || whole.split('$$').length % 2 === 0) continue
    found.push(whole)
    open = []
  }
  return found
}

/** Differs where statements do, whatever their comments and lines are. */
export function editionOf(statements: readonly string[]): string {
  const text = statements.join('\n').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

const statements = owners.flatMap((owner) =>
  statementsOf(readFileSync(join(import.meta.dirname, 'schema', `${owner}.sql`), 'utf8')),
)

/** A database records by this name what it was made with, as a migration. */
export const SCHEMA = `0000-schema-${editionOf(statements)}`

export async function makeSchema(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
