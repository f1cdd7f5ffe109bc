import type { Services } from './services.server.ts'

/**
 * Figures that are read when the metrics are asked for: of the database by index and bounded, at
 * most every few seconds.
 */
export type Reading<Name extends string = string> = {
  /** Names, with what each is. */
  metrics: Readonly<Record<Name, string>>
  labels: readonly string[]
  read(
    services: Services,
  ): Promise<Array<{ labels: Record<string, string>; values: Record<Name, number> }>>
}
