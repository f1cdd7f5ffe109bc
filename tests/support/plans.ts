import pg from 'pg'
import { type Ask, explanationOf, type Node } from './explanation.ts'
import { declarations } from './schema-module.ts'

/** Jobs, polls, lists, searches and start-up must not scan these sequentially. */
export const growingTables = declarations()
  .filter(({ rows }) => rows === 'growing')
  .map(({ table }) => table)

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
/**
 * A table of so many pages (a megabyte) is read whole at the cost of thirty reads by an index, and
 * PostgreSQL rightly does so. Whether an index serves the statement, so that it will be used once
 * the table has grown, shows without what PostgreSQL avoids on large tables (`strict`).
 */
const SMALL = 128
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
 * transaction, by the plan that is kept for it and with its parameters, rolls that back, and then
 * executes it. `most`: limit of scanned rows in growing tables per statement; `strict`: disables
 * plans that PostgreSQL avoids on large tables, such as sequential scans.
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
    const ask: Ask = (statement) => Reflect.apply(query, client, [statement]) as ReturnType<Ask>
    const isWithin = transactions.has(client)
    await ask(isWithin ? 'savepoint explaining' : 'begin')
    try {
      const avoidScans = async () => {
        for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
          await ask(`set local enable_${way} = off`)
      }
      await ask('set local plan_cache_mode = force_generic_plan')
      if (strict) await avoidScans()
      const plan = await explanationOf(ask, { text, values, isRun: true })
      const small = new Set<string>()
      if (!strict)
        for (const read of new Set(scannedIn(plan.Plan)))
          if ((await pagesIn(ask, read)) <= SMALL) small.add(read)
      if (small.size > 0) {
        await avoidScans()
        const { Plan: grown } = await explanationOf(ask, { text, values, isRun: false })
        if (faultsOf(grown, null).length > 0) small.clear()
      }
      explained.push({
        feature: named,
        text,
        rows: rowsPassed(plan.Plan),
        pages: pagesOf(plan.Plan),
        milliseconds: plan['Execution Time'],
        faults: [...new Set(faultsOf(plan.Plan, strict ? null : most, small))],
      })
    } finally {
      await ask(isWithin ? 'rollback to savepoint explaining' : 'rollback')
    }
  }

  /** `small`: tables that are read whole because they are, and else would be read by an index. */
  function faultsOf(
    plan: Node,
    mostRows: number | null,
    small: ReadonlySet<string> = new Set(),
  ): string[] {
    const faults: string[] = []
    for (const { node, isLimited, isFirstOf } of nodesOf(plan)) {
      const read = node['Relation Name'] ?? indexes.get(node['Index Name'] ?? '')?.table
      const table = wholes.get(read ?? '') ?? read
      if (node['Node Type'] === 'Function Scan' && !functions.has(node['Function Name'] ?? ''))
        faults.push(`${node['Function Name']} hides its plan`)
      if (table === undefined || !isGrowing(table) || empty.has(read ?? '')) continue
      if (node['Node Type'] === 'Seq Scan' && !isFirstOf && !small.has(read ?? ''))
        faults.push(`scans ${table}`)
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

function isGrowing(table: string): boolean {
  return growingTables.includes(table)
}

async function pagesIn(ask: Ask, table: string): Promise<number> {
  const answer = await ask(`select pg_relation_size('${table}') / 8192 as pages`)
  return Number(answer.rows[0]?.['pages'])
}

/**
 * `isFirstOf`: a scan of which a Limit takes the first rows as they are, and which passes no
 * others.
 */
type Found = { node: Node; isLimited: boolean; isFirstOf: boolean }

/** A Limit above can stop a node early; a Sort or Aggregate reads its whole input. */
function nodesOf(node: Node, isLimited = false, above = ''): Found[] {
  const kind = node['Node Type']
  const below =
    kind === 'Limit'
      ? true
      : /Sort|Aggregate|Hash|Materialize|SetOp|Unique/.test(kind) && kind !== 'Hash Join'
        ? false
        : isLimited
  return [
    { node, isLimited, isFirstOf: above === 'Limit' && node.Filter === undefined },
    ...(node.Plans ?? []).flatMap((one) => nodesOf(one, below, kind)),
  ]
}

function scannedIn(plan: Node): string[] {
  return nodesOf(plan).flatMap(({ node }) =>
    node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [],
  )
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
