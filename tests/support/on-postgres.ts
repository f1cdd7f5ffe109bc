import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A folder for the product’s statements; null where they are not collected. */
    collected: string | null
  }
}

/** Set where all tests run: one file alone is not worth the seconds that PGlite takes to start. */
const COLLECTING = 'TEST_ALL'

/**
 * A server whose `template_app` has another release's schema
 * (tests/faults/previous-release.fault.ts).
 */
export const SCHEMA_SERVER = 'TEST_SCHEMA_SERVER'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const collected =
    process.env[COLLECTING] === undefined ? null : await mkdtemp(join(tmpdir(), 'statements-'))
  project.provide('collected', collected)
  const given = process.env[SCHEMA_SERVER]
  if (given !== undefined) {
    project.provide('postgresUrl', given)
    return async () => undefined
  }
  const postgres = await startTemplate()
  project.provide('postgresUrl', postgres.url)
  return async () => {
    try {
      if (collected !== null) await tryOnPglite(collected, postgres.url)
    } finally {
      await postgres.stop()
      if (collected !== null) await rm(collected, { recursive: true, force: true })
    }
  }
}

/**
 * Loaded here, since this file alone is put into the release before
 * (tests/faults/previous-release.fault.ts).
 */
async function tryOnPglite(collected: string, url: string): Promise<void> {
  const { collectedStatements, refusedByPglite } = await import('./collected-statements.ts')
  const statements = collectedStatements(collected)
  const refused = await refusedByPglite(statements, `${url}/template_app`)
  process.stdout.write(`${statements.length} statements of the product prepared on PGlite\n`)
  if (refused.length > 0) throw new Error(`PGlite cannot prepare\n${refused.join('\n')}`)
}
