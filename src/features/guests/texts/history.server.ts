import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError } from '../../../api/errors.ts'
import type { Services } from '../../../api/services.server.ts'
import { usernamesOf } from '../../core/accounts/usernames.sql.ts'
import { listTexts, restoreRevision, showShipped, textHistory } from './history.contract.ts'
import { historyPage } from './pages.ts'
import { refusalToPublish, restoreShipped, restore } from './publication.server.ts'
import { shippedHashOf } from './published-texts.server.ts'
import { historyOf, liveRevisions, openRevisions } from './revisions.sql.ts'
import { type Revision, type DraftStatus, revisionStateOf, sharedPath } from './revisions.ts'
import { titleOf } from './titles.ts'
import { wordDiff } from './word-diff.ts'

const listHandler = handle(listTexts, async ({ services }) => {
  const [live, open] = await Promise.all([liveRevisions(services.db), openRevisions(services.db)])
  const names = await namesIn(services, [...live, ...open])
  const paths = new Set(
    [...services.texts.shipped(), ...services.texts.sources(), ...live, ...open].map(
      ({ path }) => path,
    ),
  )
  return {
    texts: [...paths].toSorted().flatMap((path) => {
      const of = (revisions: Revision[]) => revisions.find((one) => one.path === path) ?? null
      return statusOf(services, path, { live: of(live), open: of(open) }, names) ?? []
    }),
  }
})

const historyHandler = handle(textHistory, async ({ query, scope, services }) => {
  const { path } = query
  const revisions = await historyOf(services.db, path)
  const names = await namesIn(services, revisions)
  const live = revisions.find((one) => revisionStateOf(one) === 'live') ?? null
  const open = revisions.find((one) => !one.publishedAt && !one.discardedAt) ?? null
  const text = statusOf(services, path, { live, open }, names)
  const isShipped = services.texts.shipped().some((file) => file.path === path)
  if (!text || (!isShipped && revisions.length === 0)) throw new ApiError('notFound')
  const chosen =
    query.revision === undefined
      ? (open ?? live)
      : revisions.find(({ id }) => id === query.revision)
  if (chosen === undefined) throw new ApiError('notFound')
  return {
    ...text,
    isShipped,
    refusal: open && refusalToPublish(open, scope.member.id),
    mayWrite:
      (open !== null && open.body !== null) ||
      services.texts.sources().some((file) => file.path === path || file.path === sharedPath(path)),
    revisions: revisions.map((one) => ({
      id: one.id,
      state: revisionStateOf(one),
      takesAway: one.body === null,
      written: actOf(names, one.authorId, one.createdAt),
      published: one.publishedAt && actOf(names, one.publishedBy, one.publishedAt),
      retired: one.retiredAt && actOf(names, one.retiredBy, one.retiredAt),
    })),
    compared: chosen && compared(services, chosen, live),
  }
})

const actOf = (names: Map<number, string>, by: number | null, at: Date) => ({
  by: names.get(by ?? 0) ?? '',
  at: at.toISOString(),
})

function namesIn({ db }: Services, revisions: readonly Revision[]): Promise<Map<number, string>> {
  const ids = revisions.flatMap(({ authorId, publishedBy, retiredBy }) => [
    authorId,
    publishedBy ?? authorId,
    retiredBy ?? authorId,
  ])
  return usernamesOf(db, [...new Set(ids)])
}

function statusOf(
  { texts }: Services,
  path: string,
  { live, open }: { live: Revision | null; open: Revision | null },
  names: Map<number, string>,
) {
  const shipped = texts.shipped().find((file) => file.path === path)
  const [kind = '', site = ''] = path.split('/')
  if (kind !== 'legal' && kind !== 'help' && kind !== 'promo') return null
  const written = live?.body ?? shipped?.text ?? open?.body ?? ''
  const shown: 'nothing' | 'published' | 'shipped' = live
    ? live.body === null
      ? 'nothing'
      : 'published'
    : shipped
      ? 'shipped'
      : 'nothing'
  return {
    path,
    kind,
    site,
    title: titleOf({ path, text: written }),
    shown,
    published: live?.publishedAt ? actOf(names, live.publishedBy, live.publishedAt) : null,
    draft: open && {
      standing: revisionStateOf(open) as DraftStatus,
      ...actOf(names, open.authorId, open.createdAt),
    },
    isShippedSame: live !== null && shipped?.text === live.body,
    isShippedNewer:
      live !== null &&
      shipped?.text !== live.body &&
      shippedHashOf(texts, path) !== live.shippedHash,
  } as const
}

/** Compares a revision with the published text; compares the published one with the text that it replaces. */
function compared({ texts }: Services, chosen: Revision, live: Revision | null) {
  const { path } = chosen
  const shipped = texts.shipped().find((file) => file.path === path)
  const shared = texts.sources().find((file) => file.path === sharedPath(path))
  const otherwise = (shipped ?? shared)?.text ?? ''
  const isLive = chosen.id === live?.id
  const before = isLive || !live ? otherwise : (live.body ?? '')
  return {
    revision: chosen.id,
    against: isLive ? ('otherwise' as const) : ('shown' as const),
    parts: wordDiff(before, chosen.body ?? ''),
  }
}

const restoreHandler = handle(restoreRevision, async ({ body, scope, services }) => ({
  next: historyPage(await restore(services, scope, body.revision)),
}))

const shippedHandler = handle(showShipped, async ({ body, scope, services }) => ({
  next: historyPage(await restoreShipped(services, scope, body.path)),
}))

export const historyHandlers: Handler[] = [
  listHandler,
  historyHandler,
  restoreHandler,
  shippedHandler,
]
