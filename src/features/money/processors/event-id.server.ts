import { createHash } from 'node:crypto'

/**
 * The id of a report whose vendor gives none (field B2): the same content is the same report.
 * Fields that say when it was sent, and not when it happened, must be left out.
 */
export function eventIdOf(parameters: Readonly<Record<string, string>>): string {
  const fields = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `hash_${createHash('sha256').update(JSON.stringify(fields)).digest('base64url')}`
}
