import { TEMPLATE_SERVER } from '../support/server.ts'
import { startTemplate } from '../support/template.ts'

/**
 * One PostgreSQL for all stories; the product of each has a database of its own there, copied from
 * a migrated one.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTemplate()
  process.env[TEMPLATE_SERVER] = postgres.url
  return () => postgres.stop()
}
