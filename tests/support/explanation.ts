import pg from 'pg'

/** A node of EXPLAIN's JSON, with the fields in use. */
export type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
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

type Answer = pg.QueryResult<Record<string, unknown>>
export type Ask = (statement: string) => Promise<Answer>

let prepared = 0

/** The plan that the product keeps for whatever values, with `isRun` after it was run with these. */
export async function explanationOf(
  ask: Ask,
  { text, values, isRun }: { text: string; values: unknown[]; isRun: boolean },
): Promise<Explanation> {
  const how = isRun ? 'analyze, buffers, timing off, format json' : 'format json'
  if (values.length === 0) return explanationIn(await ask(`explain (${how}) ${text}`))
  // A connection may be asked for several statements at once.
  const name = `explained_${(prepared += 1)}`
  await ask(`prepare ${name} as ${text}`)
  const answer = await ask(`explain (${how}) execute ${name} (${values.map(literalOf).join()})`)
  await ask(`deallocate ${name}`)
  return explanationIn(answer)
}

function explanationIn(answer: Answer): Explanation {
  return (answer.rows as [Explanations])[0]['QUERY PLAN'][0]
}

/** As the driver writes values, for EXECUTE takes no parameters. */
export function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value)) return pg.escapeLiteral(arrayOf(value))
  return pg.escapeLiteral(textOf(value))
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function arrayOf(values: readonly unknown[]): string {
  const items = values.map((value) =>
    value === null ? 'null' : `"${textOf(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  )
  return `{${items.join()}}`
}
