import type { Services } from '#api/services.server.ts'
import { counterOf } from '#jobs/counter.server.ts'
import { allCodes } from '../affiliates.sql.ts'
import { arrived } from '../events.ts'
import { countDay } from '../payouts/days.sql.ts'
import { arrivesFromElsewhere, type Arrival } from './arrivals.ts'
import { type Codes, codesIn } from './codes.ts'

/**
 * Different codes that a process keeps between two writes: whoever makes codes up fills no memory.
 * Those above count as nobody's.
 */
const MOST_CODES = 1000

type Counted = { brand: string; codes: Codes; count: number }

/**
 * An arrival itself costs no statement. A process that shuts down does not count who comes after.
 */
const counter = counterOf<Counted>('arrivals', keep, writeArrivals)
export const arrivalJob = counter.job

/** Counts who comes to a guest page, if it is from elsewhere; without a cookie, and nobody by name. */
export function noteArrival(services: Pick<Services, 'database'>, arrival: Arrival): void {
  if (!arrivesFromElsewhere(arrival)) return
  counter.count(services, { brand: arrival.brand, codes: codesOf(arrival.query), count: 1 })
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
