/**
 * The key figures of a brand's report, as its public page shows them. `medianHours` is null where
 * nothing was decided.
 */
export type KeyFigures = {
  notices: number
  actedOn: number
  medianHours: number | null
  decisions: number
  ownInitiative: number
  automated: number
  suspensions: number
  /** Measures that were taken back, for whatever reason. */
  reversed: number
  /** Objections, and those that were right, in whole or in part. */
  complaints: number
  overturned: number
  /** Of authorities. */
  orders: number
  /**
   * Members who used the site in a month, on the average of the last half year of the report; null
   * before a month is over.
   */
  recipients: number | null
  /** Those of them who live in the European Union. */
  recipientsInEu: number | null
}

/** `2026-01-01` as the first moment of the day in UTC. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** To two decimals. */
export function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100
}
