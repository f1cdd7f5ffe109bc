import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { brandById } from '#sites/registry.ts'
import { productOf } from '../prices/offers.ts'
import { formatMoney } from '../prices/price-list.ts'
import { creditHistory } from './credit-history.contract.ts'
import {
  type BoughtOrder,
  entriesBefore,
  heldAfter,
  namesOfKnown,
  ordersById,
} from './credit-history.sql.ts'
import { aboutOf, actInWords, type Entry, type Movement, movementsOf } from './credit-history.ts'
import { lotsWithRest, isExpired, type Lot } from './credits.sql.ts'
import { expiryNotice } from './expiry.ts'

const PAGE = 20
/**
 * Of whoever has left, is on another brand alone, or is blocked either way: nothing tells which.
 */
const UNSEEN = 'With somebody whom you do not see here'
/** Entries read for a page: an act has one for each lot that it takes from. */
const ENTRIES = 200

const historyHandler = handle(creditHistory, async ({ query, scope, services, at }) => {
  const { db } = services
  const { brand, member } = scope
  if (brand.billing.model !== 'credits')
    throw new ApiError('forbidden', `There are no credits on ${brand.name}.`)
  const [lots, entries] = await Promise.all([
    lotsWithRest(db, member.id),
    entriesBefore(db, member.id, query.before ?? Number.MAX_SAFE_INTEGER, ENTRIES + 1),
  ])
  const open = lots.filter((lot) => !isExpired(lot, at))
  const { movements, older } = movementsOf(
    entries.slice(0, ENTRIES),
    PAGE,
    entries.length > ENTRIES,
  )
  const [newest] = movements
  const about = movements.map(aboutOf)
  const [held, names, orders] = await Promise.all([
    newest ? heldAfter(db, member.id, newest.id) : 0,
    namesOfKnown(db, scope, [
      ...new Set(about.flatMap(({ others }) => (others.length === 1 ? others : []))),
    ]),
    ordersById(db, member.id, [...new Set(about.flatMap(({ order }) => order ?? []))]),
  ])

  const present = (movement: Entry | Movement, left: number) => {
    const { order, others } = aboutOf(movement)
    const [other] = others.length === 1 ? others : []
    const username = other === undefined ? undefined : names.get(other)
    const isUnseen = other !== undefined && username === undefined
    return {
      at: movement.at.toISOString(),
      what: actInWords(movement),
      note: isUnseen ? UNSEEN : order === null ? null : noteOn(orders.get(order)),
      other: other === undefined || username === undefined ? null : { userId: other, username },
      credits: movement.amount,
      left,
    }
  }
  let left = held
  const written = movements.map((movement) => {
    const after = left
    left -= movement.amount
    return present(movement, after)
  })
  const unwritten =
    query.before === undefined ? expiries(lots.filter((lot) => isExpired(lot, at))) : []
  left = held
  // The oldest first, each takes its credits from what the ledger still holds.
  const expired = unwritten.map((entry) => present(entry, (left += entry.amount))).reverse()
  return {
    currentCredits: open.reduce((sum, { rest }) => sum + rest, 0),
    lots: open.map(({ rest, expiresAt }) => ({
      credits: rest,
      expiry: expiresAt && expiryNotice(expiresAt, at),
    })),
    movements: [...expired, ...written],
    older,
  }
})

/**
 * Credits cannot be spent from the moment they expire; the ledger has the entry when the next job
 * or spend writes it.
 */
function expiries(lots: readonly Lot[]): Entry[] {
  return lots.map(({ rest, expiresAt }) => ({
    id: 0,
    amount: -rest,
    reason: 'expiry',
    reference: null,
    at: expiresAt as Date,
  }))
}

function noteOn(order: BoughtOrder | undefined): string | null {
  const brand = order && brandById(order.brand)
  if (!order || !brand) return null
  const product = productOf(brand, order.keyword)
  return `${product === undefined ? '' : `${product.name}, `}${formatMoney(order)} on ${brand.name}`
}

export const creditHistoryHandlers: Handler[] = [historyHandler]
