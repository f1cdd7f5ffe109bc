import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { SECOND } from '#lib/clock.ts'
import type { StopNcii } from '../env.server.ts'
import type { HashList, ListedHash } from './hash-list.ts'

const PAGE = 800
const TIMEOUT = 60 * SECOND
const TRIES = 5
const LONGEST_WAIT = 60 * SECOND
/** A list with more pages would never end. */
const MOST_PAGES = 100_000

const pageSchema = z.object({
  nextPageToken: z.string().nullish(),
  nextSetTimestamp: z.number().int(),
  hasMoreRecords: z.boolean(),
  hashRecords: z.array(z.unknown()),
})
const recordSchema = z.object({
  signalType: z.string(),
  hashStatus: z.enum(['Received', 'Active', 'Withdrawn', 'Deleted']),
  hashValue: z.string().regex(/^[0-9a-f]{64}$/i),
})

/**
 * StopNCII's exchange, version 1: records are the present state of a hash, paged, from a time on.
 */
export function stopNciiList(
  { url, subscriptionKey, functionKey }: StopNcii,
  wait: (milliseconds: number) => Promise<unknown> = setTimeout,
): HashList {
  const headers = { 'x-functions-key': functionKey, 'Ocp-Apim-Subscription-Key': subscriptionKey }

  async function page(query: Record<string, string>, stopping: AbortSignal) {
    const address = `${url}/FetchHashes?${new URLSearchParams(query)}`
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(address, {
        headers,
        signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT)]),
      })
      if (response.ok) return pageSchema.parse(await response.json())
      await response.body?.cancel()
      const isBusy = response.status === 429 || response.status >= 500
      if (!isBusy || attempt === TRIES) throw new Error(`the hash list answered ${response.status}`)
      const asked = Number(response.headers.get('Retry-After') ?? Number.NaN) * SECOND
      await wait(Math.min(LONGEST_WAIT, Number.isFinite(asked) ? asked : 2 ** attempt * SECOND))
    }
  }

  return {
    name: 'StopNCII',
    kinds: ['pdq'],
    action: 'hold',
    why: 'Somebody has asked StopNCII.org to keep this picture of them from being shared.',
    isWhole: false,
    async *fetch(since, stopping) {
      let token = ''
      for (let pages = 0; ; pages += 1) {
        if (pages === MOST_PAGES) throw new Error('the hash list has no end')
        const answer = await page(
          {
            startTimestamp: since ?? '10',
            pageSize: String(PAGE),
            ...(token === '' ? {} : { nextPageToken: token }),
          },
          stopping,
        )
        yield {
          hashes: answer.hashRecords.flatMap(listed),
          checkpoint: String(answer.nextSetTimestamp),
        }
        if (!answer.hasMoreRecords) return
        token = answer.nextPageToken ?? ''
        if (token === '') throw new Error('the hash list says that there is more, and not where')
      }
    },
  }
}

/** Of videos and of states that are not known here nothing is taken. */
function listed(record: unknown): ListedHash[] {
  const { data } = recordSchema.safeParse(record)
  if (data?.signalType !== 'ImagePDQ') return []
  return [
    {
      kind: 'pdq',
      hash: Buffer.from(data.hashValue, 'hex'),
      isWithdrawn: data.hashStatus === 'Withdrawn' || data.hashStatus === 'Deleted',
    },
  ]
}
