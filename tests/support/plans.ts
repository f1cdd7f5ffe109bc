import pg from 'pg'
import { declarations } from './schema-module.ts'

/** Jobs, polls, lists, searches and start-up must not scan these sequentially. */
export const growingTables = declarations()
  .filter(({ rows }) => rows === 'growing')
  .map(({ table }) => table)

/** A node of EXPLAIN's JSON, with the fields in use. */
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Function Name'?: string
  'Parent Relationship'?: string
  'Total Cost': number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}
type Explanations = { 'QUERY PLAN': [Explanation] }
type Explanation = { Plan: Node; 'Execution Time': number }

type Explained = {
  feature: string
  text: string
  rows: number
  pages: number
  milliseconds: number
  faults: string[]
}

/** Explains each statement at most this often per feature. */
const OFTEN = 3
const functions = new Set([
  'unnest',
  'pg_notify',
  'json_to_recordset',
  'json_array_elements_text',
  'generate_series',
  'pg_advisory_xact_lock',
  'hashtext',
])

export type Watch = {
  explained: Explained[]
  during<T>(feature: string, run: () => Promise<T>): Promise<T>
  stop(): void
}

/**
 * Intercepts the PostgreSQL client: explains each statement on its own connection, in its
 * transaction and with its parameters, rolls that back, and then executes it. `most`: limit of
 * scanned rows in growing tables per statement; `strict`: disables plans that PostgreSQL avoids on
 * large tables, such as sequential scans.
 */
export async function watchStatements(
  url: string,
  { most, strict }: { most: number; strict: boolean },
): Promise<Watch> {
  const { indexes, wholes, empty } = await indexesAt(url)
  const { query } = pg.Client.prototype
  const transactions = new WeakSet<pg.Client>()
  const explained: Explained[] = []
  const seen = new Map<string, number>()
  let feature: string | null = null

  async function explain(
    client: pg.Client,
    named: string,
    text: string,
    values: unknown[],
  ): Promise<void> {
    const ask = (statement: string, given: unknown[] = []) =>
      Reflect.apply(query, client, [{ text: statement, values: given }]) as unknown as Promise<
        pg.QueryResult<Record<string, unknown>>
      >
    const isWithin = transactions.has(client)
    await ask(isWithin ? 'savepoint explaining' : 'begin')
    try {
      if (strict)
        for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
          await ask(`set local enable_${way} = off`)
      const answer = await ask(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      )
      const [{ Plan: plan, 'Execution Time': milliseconds }] = (answer.rows as [Explanations])[0][
        'QUERY PLAN'
      ]
      const generic = values.length === 0 ? null : await genericPlan(ask, text)
      const faults = new Set(faultsOf(plan, strict ? null : most))
      if (generic !== null)
        for (const fault of faultsOf(generic, null)) faults.add(`kept prepared: ${fault}`)
      explained.push({
        feature: named,
        text,
        rows: rowsPassed(plan),
        pages: pagesOf(plan),
        milliseconds,
        faults: [...faults],
      })
    } finally {
      await ask(isWithin ? 'rollback to savepoint explaining' : 'rollback')
    }
  }

  function faultsOf(plan: Node, mostRows: number | null): string[] {
    const faults: string[] = []
    for (const { node, isLimited } of nodesOf(plan)) {
      const read = node['Relation Name'] ?? indexes.get(node['Index Name'] ?? '')?.table
      const table = wholes.get(read ?? '') ?? read
      if (node['Node Type'] === 'Function Scan' && !functions.has(node['Function Name'] ?? ''))
        faults.push(`${node['Function Name']} hides its plan`)
      if (table === undefined || !isGrowing(table) || empty.has(read ?? '')) continue
      if (node['Node Type'] === 'Seq Scan') faults.push(`scans ${table}`)
      const passed = rowsAt(node)
      if (mostRows !== null && passed > mostRows) faults.push(`passes ${passed} rows of ${table}`)
      const index = indexes.get(node['Index Name'] ?? '')
      if (
        index &&
        !index.isPartial &&
        !isLimited &&
        !(node['Index Cond'] ?? '').includes(index.leading)
      ) {
        faults.push(`reads ${node['Index Name']} from end to end`)
      }
    }
    return faults
  }

  async function watched(this: pg.Client, ...args: unknown[]): Promise<unknown> {
    const [config] = args as [{ text: string; values?: unknown[] } | string]
    const text = typeof config === 'string' ? config : config.text
    const pass = () => Reflect.apply(query, this, args) as unknown
    if (/^\s*(begin|start transaction)/i.test(text)) transactions.add(this)
    if (/^\s*(commit|rollback)\s*$/i.test(text)) transactions.delete(this)
    if (feature === null || !/^\s*(select|insert|update|delete|with|\/\*)/i.test(text))
      return pass()
    const key = `${feature}\n${text}`
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    if (times <= OFTEN)
      await explain(this, feature, text, typeof config === 'string' ? [] : (config.values ?? []))
    return pass()
  }
  Reflect.set(pg.Client.prototype, 'query', watched)

  return {
    explained,
    async during(name, run) {
      feature = name
      try {
        return await run()
      } finally {
        feature = null
      }
    },
    stop: () => void Reflect.set(pg.Client.prototype, 'query', query),
  }
}

async function genericPlan(
  ask: (statement: string) => Promise<pg.QueryResult<Record<string, unknown>>>,
  text: string,
): Promise<Node> {
  const answer = await ask(`explain (generic_plan, format json) ${text}`)
  return (answer.rows as [Explanations])[0]['QUERY PLAN'][0].Plan
}

function isGrowing(table: string): boolean {
  return growingTables.includes(table)
}

type Found = { node: Node; isLimited: boolean }

/** A Limit above can stop a node early; a Sort or Aggregate reads its whole input. */
function nodesOf(node: Node, isLimited = false): Found[] {
  const kind = node['Node Type']
  const below =
    kind === 'Limit'
      ? true
      : /Sort|Aggregate|Hash|Materialize|SetOp|Unique/.test(kind) && kind !== 'Hash Join'
        ? false
        : isLimited
  return [{ node, isLimited }, ...(node.Plans ?? []).flatMap((one) => nodesOf(one, below))]
}

function rowsAt(node: Node): number {
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(each * (node['Actual Loops'] ?? 0))
}

function rowsPassed(plan: Node): number {
  return nodesOf(plan).reduce(
    (sum, { node }) => sum + (node['Relation Name'] === undefined ? 0 : rowsAt(node)),
    0,
  )
}

function pagesOf(plan: Node): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

type Index = { table: string; leading: string; isPartial: boolean }

/**
 * `wholes`: of each partition the table that it is part of; `empty`: those without rows, which any
 * index serves.
 */
async function indexesAt(
  url: string,
): Promise<{ indexes: Map<string, Index>; wholes: Map<string, string>; empty: Set<string> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{
    name: string
    table: string
    leading: string
    partial: boolean
  }>(`
    select indexrelid::regclass::text as name, indrelid::regclass::text as table,
      pg_get_indexdef(indexrelid, 1, false) as leading, indpred is not null as partial
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`)
  const { rows: parts } = await client.query<{ part: string; whole: string }>(`
    select inhrelid::regclass::text as part, inhparent::regclass::text as whole from pg_inherits join pg_class on pg_class.oid = inhparent where relkind = 'p'`)
  const empty = new Set<string>()
  for (const { part } of parts)
    if ((await client.query(`select from ${part} limit 1`)).rowCount === 0) empty.add(part)
  await client.end()
  return {
    empty,
    indexes: new Map(
      rows.map(({ name, table, leading, partial }) => [
        name,
        { table, leading, isPartial: partial },
      ]),
    ),
    wholes: new Map(parts.map(({ part, whole }) => [part, whole])),
  }
}
