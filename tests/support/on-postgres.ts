import type { TestProject } from 'vitest/node'
import { startTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** A server whose `template_app` has another release's schema (tests/faults/previous-release.fault.ts). */
export const SCHEMA_SERVER = 'TEST_SCHEMA_SERVER'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env[SCHEMA_SERVER]
  if (given !== undefined) {
    project.provide('postgresUrl', given)
    return async () => undefined
  }
  const postgres = await startTemplate()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
