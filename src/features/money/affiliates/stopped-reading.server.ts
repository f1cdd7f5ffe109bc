import type { Reading } from '#api/readings.ts'
import { stoppedAffiliates } from './postbacks/postbacks.sql.ts'

/** Until an owner begins again: what was given up in the last hour would be forgotten by then. */
export const stoppedReading: Reading<'sites_affiliates_stopped'> = {
  metrics: {
    sites_affiliates_stopped: 'Affiliates who are told nothing more, as their servers failed',
  },
  labels: [],
  async read({ db }) {
    return [{ labels: {}, values: { sites_affiliates_stopped: await stoppedAffiliates(db) } }]
  },
}
