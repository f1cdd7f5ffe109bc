import type { Services } from '../../../api/services.server.ts'
import type { OpenDatabase } from '../../../db/connection.server.ts'
import type { Job } from '../../../jobs/worker.server.ts'
import { SECOND } from '../../../lib/clock.ts'
import { allCodes } from './affiliates.sql.ts'
import { arrivesFromElsewhere, type Arrival } from './arrivals.ts'
import { type Codes, codesIn } from './codes.ts'
import { countDay } from './days.sql.ts'
import { arrived } from './events.ts'

/** Milliseconds between two writes: an arrival itself costs no statement. */
const PERIOD = 5 * SECOND
/**
 * Different codes that a process keeps between two writes: whoever makes codes up fills no memory.
 * Those above count as nobody's.
 */
const MOST_CODES = 1000

type Counted = { brand: string; codes: Codes; count: number }

/**
 * What a process has counted and not written. A killed process loses it, and one that shuts down
 * does not count who comes after.
 */
const waiting = new WeakMap<OpenDatabase, Map<string, Counted>>()

/** Counts who comes to a guest page, if it is from elsewhere; without a cookie, and nobody by name. */
export function noteArrival({ database }: Pick<Services, 'database'>, arrival: Arrival): void {
  const counts = waiting.get(database)
  if (!counts || !arrivesFromElsewhere(arrival)) return
  keep(counts, { brand: arrival.brand, codes: codesOf(arrival.query), count: 1 })
}

function codesOf(query: string): Codes {
  if (query === '') return {}
  const { affiliateId, campaignId } = codesIn(Object.fromEntries(new URLSearchParams(query)))
  return affiliateId === undefined ? {} : { affiliateId, campaignId }
}

function keep(counts: Map<string, Counted>, one: Counted): void {
  const key = keyOf(one)
  const known = counts.get(key)
  if (known) known.count += one.count
  else if (counts.size < MOST_CODES || one.codes.affiliateId === undefined)
    counts.set(key, { ...one })
  else keep(counts, { ...one, codes: {} })
}

const keyOf = ({ brand, codes }: Pick<Counted, 'brand' | 'codes'>) =>
  `${brand} ${codes.affiliateId ?? ''} ${codes.campaignId ?? ''}`

export const arrivalJob: Job = {
  name: 'arrivals',
  period: PERIOD,
  start(services) {
    const counts = new Map<string, Counted>()
    waiting.set(services.database, counts)
    const write = async (): Promise<void> => {
      const batch = [...counts.values()]
      counts.clear()
      try {
        await writeArrivals(services, batch)
      } catch (error) {
        for (const one of batch) keep(counts, one)
        throw error
      }
    }
    return {
      run: write,
      async close() {
        waiting.delete(services.database)
        await write()
      },
    }
  },
}

type Known = { brand: string; affiliateId: number; source: string; campaign: string; count: number }

async function writeArrivals(services: Services, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return
  const at = services.clock.now()
  await services.db.transaction().execute(async (trx) => {
    // In one order, so that two processes do not wait for each other in a circle.
    for (const { affiliateId, ...one } of resolved(counted, await allCodes(trx))) {
      if (affiliateId !== 0)
        await countDay(
          trx,
          { affiliateId, campaign: one.campaign, what: 'arrivals', count: one.count },
          at,
        )
      await services.say(trx, arrived, { ...one, at })
    }
  })
}

/** Codes that nobody has are direct traffic; a campaign is one of its affiliate's or none. */
function resolved(
  counted: readonly Counted[],
  codes: Awaited<ReturnType<typeof allCodes>>,
): Known[] {
  const sums = new Map<string, Known>()
  for (const { brand, codes: said, count } of counted) {
    const own = codes.filter(({ code }) => code === said.affiliateId)
    const source = own[0]?.code ?? ''
    const campaign = own.find((one) => one.campaign === said.campaignId)?.campaign ?? ''
    const key = `${source} ${campaign} ${brand}`
    const before = sums.get(key)?.count ?? 0
    sums.set(key, {
      brand,
      affiliateId: own[0]?.id ?? 0,
      source,
      campaign,
      count: before + count,
    })
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}
