import type { LogEvent } from 'kysely'
import { counter, histogram } from '../lib/metrics.server.ts'

/** `text` is the statement without its values. */
type SlowStatement = { text: string; milliseconds: number }

export type StatementWatch = {
  log(event: LogEvent): void
  /**
   * Calls `report` in the context of whoever asked, so that its line in the log has the id of the
   * request.
   */
  reportSlow(after: number, report: (statement: SlowStatement) => void): void
}

const MOST_TEXT = 400
const KINDS: Readonly<Record<string, string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

const durations = histogram(
  'sites_statement_duration_seconds',
  'Statements that succeeded, from the connection to their last row',
  [0.001, 0.005, 0.025, 0.1, 0.5, 2],
  ['kind'],
)
const failures = counter(
  'sites_statement_failures_total',
  'Statements that failed, by the class of SQLSTATE, or “other” where the database did not answer',
  ['class'],
)

/**
 * The statements stay as they are, with or without it: a comment with an id in each would end
 * preparing them.
 */
export function watchStatements(): StatementWatch {
  let slowAfter = Infinity
  let report: (statement: SlowStatement) => void = () => undefined
  return {
    log(event) {
      const milliseconds = event.queryDurationMillis
      if (event.level === 'error') countFailure(event.error)
      else
        durations.observe({ kind: KINDS[event.query.query.kind] ?? 'other' }, milliseconds / 1000)
      if (milliseconds >= slowAfter)
        report({ text: withoutValues(event.query.sql), milliseconds: Math.round(milliseconds) })
    },
    reportSlow(after, how) {
      slowAfter = after
      report = how
    },
  }
}

/** For a statement that does not go by Kysely. */
export function countFailure(error: unknown): void {
  failures.inc({ class: classOf(error) })
}

function classOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'other'
}

/** Some constants are written into statements; parameters ($1) never are. */
function withoutValues(sql: string): string {
  return sql
    .replaceAll(/'(?:[^']|'')*'/g, '…')
    .replaceAll(/(?<![\w$])\d[\d.]*/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MOST_TEXT)
    .trim()
}
