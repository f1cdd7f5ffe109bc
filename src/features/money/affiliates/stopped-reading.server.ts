import type { Reading } from '../../../api/readings.ts'

/** Until an owner begins again: what was given up in the last hour would be forgotten by then. */
export const stoppedReading: Reading<'sites_affiliates_stopped'> = {
  metrics: {
    sites_affiliates_stopped: 'Affiliates who are told nothing more, as their servers failed',
  },
  labels: [],
  async read({ db }) {
    const { count } = await db
      .selectFrom('affiliates')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('postbacks_stopped_at', 'is not', null)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    return [{ labels: {}, values: { sites_affiliates_stopped: Number(count) } }]
  },
}
