import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'
import { owners } from '#db/schema.server.ts'

/** What schema/<owner>.sql says above a table, and behind its columns. */
export type Declaration = {
  table: string
  owner: string
  rows: string
  place: string
  /** What becomes of a member's rows, by the columns that hold their id. */
  onErasure: ReadonlyMap<string, readonly string[]>
  /** Of a column whose type the catalog does not know whole. */
  types: ReadonlyMap<string, string>
  kept: readonly string[]
}

const TABLE = /^create table (\w+) \(/
const HEAD = /^-- (growing|bounded), (local|reference|by \w+)$/
const ON_ERASURE = /^-- (erased|emptied|number|kept)(?: \(([a-z_, ]+)\))?(?::|$)/
const NOBODY = /^-- nobody: /
const TYPE = /^ {2}(\w+) .* -- type: (.+)$/
const KEPT = /^ {2}(\w+) .* -- kept by a trigger$/

/** Throws where a table does not say how it grows, and what becomes of a member's rows. */
export function declarationsIn(owner: string, text: string): Declaration[] {
  return text.split('\n\n').flatMap((part) => {
    const lines = part.split('\n')
    const at = lines.findIndex((line) => TABLE.test(line))
    if (at === -1) return []
    const above = lines.slice(0, at)
    const table = TABLE.exec(lines[at] ?? '')?.[1] ?? ''
    const [head, ...more] = found(above, HEAD)
    const onErasure = found(above, ON_ERASURE).map(
      ([, what = '', columns = '']) => [what, columns] as const,
    )
    const isOfNobody = found(above, NOBODY).length > 0
    if (head === undefined || more.length > 0 || onErasure.length > 0 === isOfNobody)
      throw new Error(`${owner}.sql does not say of ${table} how it grows, or what is a member’s`)
    return {
      table,
      owner,
      rows: head[1] ?? '',
      place: head[2] ?? '',
      onErasure: new Map(
        onErasure.map(([what, columns]) => [what, columns.split(', ').filter(Boolean)]),
      ),
      types: new Map(found(lines, TYPE).map(([, column = '', type = '']) => [column, type])),
      kept: found(lines, KEPT).map(([, column = '']) => column),
    }
  })
}

function found(lines: readonly string[], pattern: RegExp): string[][] {
  return lines.flatMap((line) => {
    const match = pattern.exec(line)
    return match === null ? [] : [[...match]]
  })
}

/** All tables, in the order in which they are made. */
export function declarations(): Declaration[] {
  return owners.flatMap((owner) =>
    declarationsIn(owner, readFileSync(join('src', 'db', 'schema', `${owner}.sql`), 'utf8')),
  )
}

type Column = {
  relation: string
  isView: boolean
  name: string
  type: string
  isNull: boolean
  hasDefault: boolean
  isGenerated: boolean
  /** Of a check that lists values. */
  values: string | null
}

const COLUMNS = sql<Column>`
  select c.relname as relation, c.relkind = 'v' as "isView", a.attname as name,
    format_type(a.atttypid, null) as type, not a.attnotnull as "isNull", a.atthasdef as "hasDefault",
    a.attidentity <> '' or a.attgenerated <> '' as "isGenerated",
    (select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[(.*)\\]') from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[''')) as values
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    and c.relname not like 'kysely%'
  order by c.oid, a.attnum`

const types: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  real: 'number',
  text: 'string',
  character: 'string',
  inet: 'string',
  date: 'string',
  bit: 'string',
  xid8: 'string',
  'text[]': 'string[]',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  'timestamp with time zone': 'Date',
  'timestamp without time zone': 'Date',
  json: 'unknown',
  jsonb: 'unknown',
}

function baseOf({ name, type, values }: Column, declared: Declaration): string {
  const base =
    declared.types.get(name) ??
    values?.replaceAll('::text', '').replaceAll(', ', ' | ') ??
    types[type]
  if (base === undefined) throw new Error(`no type is known for ${type}`)
  return base
}

function typeOf(column: Column, declared: Declaration): string {
  const { name, type, isNull, hasDefault, isGenerated } = column
  const base = baseOf(column, declared)
  const whole = isNull && base !== 'unknown' ? `${base} | null` : base
  if (declared.kept.includes(name)) return `ColumnType<${whole}, never, never>`
  if (isGenerated) return `GeneratedAlways<${whole}>`
  if (types[type] === 'unknown') {
    const given = isNull ? 'string | null' : 'string'
    return `ColumnType<${whole}, ${given}${hasDefault || isNull ? ' | undefined' : ''}, ${given}>`
  }
  if (type === 'date' && !isNull) return 'ColumnType<string, Date | string>'
  return hasDefault ? `Generated<${whole}>` : whole
}

/**
 * `src/db/schema.ts`: the types of all rows, as the catalog has them, and what is declared of each
 * table.
 */
export async function schemaModule(db: Db, all = declarations()): Promise<string> {
  const { rows } = await COLUMNS.execute(db)
  const relations = [...Map.groupBy(rows, ({ relation }) => relation)]
  const made = relations.filter(([, columns]) => columns[0]?.isView === false)
  for (const [name, columns] of made) {
    const [declared, ...more] = all.filter(({ table }) => table === name)
    if (declared === undefined || more.length > 0)
      throw new Error(`${name} is declared ${declared === undefined ? 0 : 1 + more.length} times`)
    for (const named of columnsNamedIn(declared))
      if (!columns.some((column) => column.name === named))
        throw new Error(`${name} has no column ${named}`)
  }
  const views = relations.filter(([, columns]) => columns[0]?.isView === true)
  const profiles = made.find(([name]) => name === 'profiles')?.[1] ?? []
  const interfaces = relations.map(([name, columns]) => {
    const declared = all.find(({ table }) => table === name)
    if (declared === undefined) return viewOf(name, columns, profiles)
    const lines = columns.map((column) => `    ${column.name}: ${typeOf(column, declared)}\n`)
    return `  ${name}: {\n${lines.join('')}  }\n`
  })
  const names = all.flatMap((one) => [...one.types.values()].join(' ').match(/\b[A-Z]\w+/g) ?? [])
  const shapes = [...new Set(names)].filter((name) => !/^(Record|Gender)$/.test(name)).toSorted()
  return `// Made of schema/*.sql: npx vitest run tests/db/schema-module.test.ts --update
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Gender } from '../sites/genders.ts'
import type { ${shapes.join(', ')} } from './columns.ts'

export interface Database {
${interfaces.join('')}}

export type Table = Exclude<keyof Database, ${views.map(([name]) => `'${name}'`).join(' | ')}>

type OnErasure = { [what in 'erased' | 'emptied' | 'number' | 'kept']?: readonly string[] }

/** The columns that hold a member's id by what an erasure does with their rows, in the order in which tables are made. */
export const onErasure: { readonly [table in Table]?: OnErasure } = {
${all
  .filter((one) => one.onErasure.size > 0)
  .map(lineOf)
  .join('')}}
`
}

function columnsNamedIn({ place, onErasure, types: overridden, kept }: Declaration): string[] {
  const chooses = place.startsWith('by ') ? [place.slice(3)] : []
  return [...chooses, ...[...onErasure.values()].flat(), ...overridden.keys(), ...kept]
}

/** A view of profiles has their columns, and some of its own. */
function viewOf(name: string, columns: readonly Column[], profiles: readonly Column[]): string {
  const isOfProfile = (column: Column) => profiles.some((one) => one.name === column.name)
  const theirs = columns.filter(isOfProfile).map((column) => `'${column.name}'`)
  const own = columns.filter((column) => !isOfProfile(column))
  return `  ${name}: Pick<
    Selectable<Database['profiles']>,
    ${theirs.join(' | ')}
  > & { ${own.map((column) => `${column.name}: ${types[column.type] ?? ''}`).join('; ')} }
`
}

function lineOf({ table, onErasure }: Declaration): string {
  const said = [...onErasure].map(
    ([what, columns]) => `${what}: [${columns.map((column) => `'${column}'`).join(', ')}]`,
  )
  return `  ${table}: { ${said.join(', ')} },\n`
}
