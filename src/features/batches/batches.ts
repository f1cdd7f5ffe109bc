import { MINUTE, SECOND } from '../../lib/clock.ts'
import type { Act, Policy } from '../enforcement/decisions.ts'
import { policies } from '../enforcement/decisions.ts'
import type { Queue } from '../staff/jobs.ts'

/** What a batch is of: jobs of one queue, or accounts. Removals and objections are decided one by one. */
export const batchKinds = ['photos', 'viewOnce', 'reports', 'fraud', 'accounts'] as const
export type BatchKind = (typeof batchKinds)[number]

/** More than this would need two persons (S9 of the field): it is refused. */
export const BATCH_LIMIT = 100
/** From more than this on, whoever begins a batch types how many it decides. */
export const TYPED_ABOVE = 20

/** An item that fails by a fault of ours is tried again after each of these, in milliseconds; then it is left to be decided alone. */
export const TRY_AGAIN_AFTER: readonly number[] = [30 * SECOND, 2 * MINUTE, 10 * MINUTE]

const onAccounts = ['warn', 'limit', 'suspend', 'ban'] as const satisfies readonly Act[]

/** What can be decided about many at once. Which text to remove differs from one to the next. */
export const batchActs: Readonly<Record<BatchKind, readonly Act[]>> = {
  photos: ['none', 'hidePhoto', ...onAccounts],
  viewOnce: ['none', 'hidePhoto', ...onAccounts],
  reports: ['none', ...onAccounts],
  fraud: ['none', ...onAccounts],
  accounts: onAccounts,
}

export function isOnAccount(act: Act): boolean {
  return (onAccounts as readonly Act[]).includes(act)
}

const onlySingly: ReadonlySet<Policy> = new Set(['underage', 'minorInPhoto', 'intimateImage', 'illegal'])
/** What concerns minors, intimate pictures and crimes is never decided in a batch. */
export const batchPolicies = policies.filter((policy) => !onlySingly.has(policy)) as [Policy, ...Policy[]]

/** Whose roles open it: accounts are decided about by whoever decides reports. */
export function queueOf(kind: BatchKind): Queue {
  return kind === 'accounts' ? 'reports' : kind
}

export const kindWords: Readonly<Record<BatchKind, { one: string; many: string }>> = {
  photos: { one: 'new photo', many: 'new photos' },
  viewOnce: { one: 'photo for one view', many: 'photos for one view' },
  reports: { one: 'report', many: 'reports' },
  fraud: { one: 'fraud signal', many: 'fraud signals' },
  accounts: { one: 'account', many: 'accounts' },
}

export const itemResults = ['decided', 'needsSecond', 'leftOut'] as const
export type ItemResult = (typeof itemResults)[number]
export const itemReversals = ['undone', 'takenBack', 'needsSecond', 'left'] as const
export type ItemReversal = (typeof itemReversals)[number]

export const batchStates = ['gathered', 'planned', 'running', 'ended', 'reversing', 'reversed'] as const
export type BatchState = (typeof batchStates)[number]

type Dates = { act: string | null; startedAt: Date | null; endedAt: Date | null; reversalAt: Date | null; reversalEndedAt: Date | null }

export function stateOf({ act, startedAt, endedAt, reversalAt, reversalEndedAt }: Dates): BatchState {
  if (reversalAt !== null) return reversalEndedAt === null ? 'reversing' : 'reversed'
  if (startedAt !== null) return endedAt === null ? 'running' : 'ended'
  return act === null ? 'gathered' : 'planned'
}

export function batchPath(id: number): string {
  return `/staff/batches/${id}`
}

export function inCount(count: number, kind: BatchKind): string {
  return count === 1 ? `one ${kindWords[kind].one}` : `${count} ${kindWords[kind].many}`
}
