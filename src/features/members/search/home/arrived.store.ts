import { atom, onMount } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import type { newNotifications } from '#core/live/tickers.contract.ts'
import { $tickers } from '#core/live/tickers.store.ts'
import { noTickers, type Tickers } from '#core/live/tickers.ts'
import { createTurns } from '#ui/answer-turns.ts'
import { createSeed } from '#ui/seeds.store.ts'

type Notification = Answer<typeof newNotifications>['notifications'][number]

/** What happened since home was rendered and is not seen yet, newest first. */
export const $arrived = atom<readonly Notification[]>([])

let renderedAt = Infinity
const turns = createTurns()

/** `countedAt`: when the page had its counters, in milliseconds of the server’s clock. */
export const seedArrived = createSeed(
  (countedAt: number) => {
    renderedAt = countedAt
  },
  () => $arrived.set([]),
)

onMount($arrived, () =>
  $tickers.listen((now, before) => {
    if (sumOf(now) === 0) $arrived.set([])
    else if (sumOf(now) > sumOf(before ?? noTickers)) void read()
  }),
)

function sumOf(tickers: Tickers): number {
  return Object.values(tickers).reduce((sum, count) => sum + count, 0)
}

async function read(): Promise<void> {
  const isNewest = turns()
  const answer = await api
    .send<typeof newNotifications>('GET /event/newNotifications', {})
    .catch((error: unknown) => {
      // The counters say that there is something; the next one that grows asks again.
      assertRefused(error)
      return null
    })
  if (answer && isNewest())
    $arrived.set(answer.notifications.filter(({ at }) => Date.parse(at) > renderedAt))
}
