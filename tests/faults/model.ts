import type { ErrorCode } from '#api/errors.ts'
import { shownToChoices } from '#core/people/shown-to/shown-to.ts'

/** What four members do with each other, as plain data: a list of it can be shrunk and read. */
export type Operation = { kind: Kind; who: number; whom: number; choice: number }
export const kinds = [
  'like',
  'unlike',
  'block',
  'unblock',
  'message',
  'reveal',
  'buy',
  'refund',
  'expire',
  'writeOff',
  'showTo',
  'hide',
  'delete',
] as const
export type Kind = (typeof kinds)[number]
export const PEOPLE = 4

export type Prices = { message: number; reveal: number; pack: number }
export type Outcome = 'ok' | ErrorCode
/** Rest of each lot, in the order in which lots expire. */
type Lot = { rest: number; isExpired: boolean }
type Pairs = Set<string>

export type World = {
  likes: Pairs
  blocks: Pairs
  talks: Pairs
  revealed: Pairs
  messages: Map<string, number>
  lots: Lot[][]
  shownTo: Array<(typeof shownToChoices)[number]>
  isGone: boolean[]
}

export function newWorld(): World {
  const each = <T>(make: () => T): T[] => Array.from({ length: PEOPLE }, make)
  return {
    likes: new Set(),
    blocks: new Set(),
    talks: new Set(),
    revealed: new Set(),
    messages: new Map(),
    lots: each(() => []),
    shownTo: each(() => 'everybody' as const),
    isGone: each(() => false),
  }
}

export const pair = (one: number, other: number) => `${one}>${other}`

export function matchesIn({ likes }: World): string[] {
  return [...likes].filter((one) => {
    const [liker = 0, liked = 0] = one.split('>').map(Number)
    return liker < liked && likes.has(pair(liked, liker))
  })
}

export function creditsOf({ lots }: World, who: number): number {
  return (lots[who] ?? []).reduce((sum, { rest, isExpired }) => sum + (isExpired ? 0 : rest), 0)
}

/** `known`: whoever has talked with somebody sees them, whomever they show themselves to. */
export function sees(world: World, viewer: number, other: number, known: boolean): boolean {
  const { blocks, isGone, likes, shownTo, talks } = world
  if (viewer === other || isGone[other] === true) return false
  if (blocks.has(pair(viewer, other)) || blocks.has(pair(other, viewer))) return false
  const to = shownTo[other]
  return (
    to === 'everybody' ||
    (to === 'liked' && likes.has(pair(other, viewer))) ||
    (known && talks.has(pair(viewer, other)))
  )
}

/** Does to the model what the operation does to the product, and says how it is answered. */
export function apply(
  world: World,
  { kind, who, whom, choice }: Operation,
  prices: Prices,
): Outcome {
  const { likes, blocks, talks, revealed, messages, lots, shownTo, isGone } = world
  const own = lots[who] as Lot[]
  // What comes from the gateway or from the clock asks nobody's session.
  if (kind === 'refund' || kind === 'expire' || kind === 'writeOff') {
    const open = own.filter(({ rest, isExpired }) => rest > 0 && !isExpired)
    if (kind === 'expire' && open[0]) open[0].isExpired = true
    if (kind === 'refund') {
      const lot = own[choice % Math.max(1, own.length)]
      if (lot) lot.rest = 0
    }
    if (kind === 'writeOff') for (const lot of lots.flat()) if (lot.isExpired) lot.rest = 0
    return 'ok'
  }
  if (isGone[who] === true) return 'unauthenticated'
  switch (kind) {
    case 'like':
      if (!sees(world, who, whom, true)) return 'unavailable'
      likes.add(pair(who, whom))
      return 'ok'
    case 'unlike':
      likes.delete(pair(who, whom))
      return 'ok'
    case 'block':
      blocks.add(pair(who, whom))
      likes.delete(pair(who, whom))
      likes.delete(pair(whom, who))
      return 'ok'
    case 'unblock':
      blocks.delete(pair(who, whom))
      return 'ok'
    case 'message':
      if (!sees(world, who, whom, true)) return 'unavailable'
      if (!spend(own, prices.message)) return 'noCredits'
      talks.add(pair(who, whom)).add(pair(whom, who))
      messages.set(pair(who, whom), (messages.get(pair(who, whom)) ?? 0) + 1)
      return 'ok'
    case 'reveal':
      if (!sees(world, who, whom, false)) return 'unavailable'
      if (revealed.has(pair(who, whom))) return 'ok'
      if (!spend(own, prices.reveal)) return 'noCredits'
      revealed.add(pair(who, whom))
      return 'ok'
    case 'buy':
      own.push({ rest: prices.pack, isExpired: false })
      return 'ok'
    case 'showTo':
      shownTo[who] = shownToChoices[choice % shownToChoices.length] ?? 'everybody'
      return 'ok'
    case 'hide':
      return talks.has(pair(who, whom)) ? 'ok' : 'unavailable'
    case 'delete':
      isGone[who] = true
      return 'ok'
  }
}

/** Spending also writes off what has expired. */
function spend(lots: Lot[], price: number): boolean {
  const open = lots.filter(({ isExpired }) => !isExpired)
  if (open.reduce((sum, { rest }) => sum + rest, 0) < price) return false
  let missing = price
  for (const lot of lots) {
    const taken = lot.isExpired ? lot.rest : Math.min(missing, lot.rest)
    lot.rest -= taken
    if (!lot.isExpired) missing -= taken
  }
  return true
}
