import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import type { HelpMatter } from '#content/kinds.ts'
import { pageOf } from '#content/pages.ts'
import { parseSource, type Source, textLocationOf } from '#content/source.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { brandById, brands } from '#sites/registry.ts'
import { readText } from './editor/text-form.ts'
import { wordDiff } from './editor/word-diff.ts'
import { historyOf, liveRevisions, openRevisions } from './history/revisions.sql.ts'
import {
  type DraftStatus,
  draftOf,
  inListState,
  type Revision,
  revisionStateOf,
  sharedPath,
} from './history/revisions.ts'
import { commentsOn } from './previews/comments.sql.ts'
import { askedBy, NOTICE_DAYS, refusalToPublish } from './publishing/publication.server.ts'
import { shippedHashOf } from './publishing/published-texts.server.ts'
import { plannedBy } from './publishing/schedule.server.ts'
import { lastSchedule } from './publishing/schedules.sql.ts'
import { getText, listTexts } from './texts.contract.ts'
import { titleOf } from './titles.ts'

const listHandler = handle(listTexts, async ({ query, services }) => {
  const { kind, site, state } = query
  if (site !== '' && site !== 'all' && !brandById(site)) throw new ApiError('notFound')
  const [live, open] = await Promise.all([liveRevisions(services.db), openRevisions(services.db)])
  const names = await namesIn(services, [...live, ...open])
  const [liveAt, openAt] = [byPath(live), byPath(open)]
  const library = shelvesOf(services)
  const paths = new Set([
    ...library.shipped.keys(),
    ...library.shown.keys(),
    ...liveAt.keys(),
    ...openAt.keys(),
  ])
  const words = query.find.toLowerCase().split(/\s+/).filter(Boolean)
  return {
    texts: [...paths].toSorted().flatMap((path) => {
      const revisions = { live: liveAt.get(path) ?? null, open: openAt.get(path) ?? null }
      const text = statusOf(library, path, revisions, names)
      if (!text || (kind !== '' && text.kind !== kind)) return []
      if (site !== '' && text.site !== site && !text.brands.includes(site)) return []
      if (state !== '' && !inListState(text, state)) return []
      const excerpt = excerptWith(words, text.title, [
        library.shown.get(path)?.text,
        revisions.open?.body,
      ])
      return excerpt === undefined ? [] : [{ ...text, excerpt }]
    }),
  }
})

const byPath = <One extends { path: string }>(all: readonly One[]): ReadonlyMap<string, One> =>
  new Map(all.map((one) => [one.path, one]))

const EXCERPT = 60

/**
 * Where the first of the words stands; null where all stand in the title, undefined where one is
 * missing.
 */
function excerptWith(
  words: readonly string[],
  title: string,
  texts: ReadonlyArray<string | null | undefined>,
): string | null | undefined {
  const missing = words.filter((word) => !title.toLowerCase().includes(word))
  const [first] = missing
  if (first === undefined) return null
  for (const text of texts) {
    const lower = text?.toLowerCase() ?? ''
    if (!missing.every((word) => lower.includes(word))) continue
    const at = lower.indexOf(first)
    const [from, to] = [Math.max(0, at - EXCERPT), at + first.length + EXCERPT]
    const part = (text ?? '').slice(from, to).replaceAll(/\s+/g, ' ').trim()
    return `${from === 0 ? '' : '… '}${part} …`
  }
  return undefined
}

const textHandler = handle(getText, async ({ query, scope, services }) => {
  const { path } = query
  const revisions = await historyOf(services.db, path)
  const names = await namesIn(services, revisions)
  const live = revisions.find((one) => revisionStateOf(one) === 'live') ?? null
  const open = revisions.find((one) => !one.publishedAt && !one.discardedAt) ?? null
  const library = shelvesOf(services)
  const text = statusOf(library, path, { live, open }, names)
  const writing = writingOf(library, path, { live, open })
  if (!text || (revisions.length === 0 && writing === null && !library.shipped.has(path)))
    throw new ApiError('notFound')
  const chosen =
    query.revision === undefined
      ? (open ?? live)
      : revisions.find(({ id }) => id === query.revision)
  if (chosen === undefined) throw new ApiError('notFound')
  return {
    ...text,
    isShipped: library.shipped.has(path),
    writing,
    comments: open
      ? (await commentsOn(services.db, draftOf(open))).map(({ at, ...one }) => ({
          ...one,
          at: at.toISOString(),
        }))
      : [],
    refusal: open && (await refusalToPublish(services.db, open, scope.member.id)),
    asked: open && (await askedBy(services, open)),
    plan: await planOf(services, path, revisions),
    revisions: revisions.map((one) => ({
      id: one.id,
      state: revisionStateOf(one),
      takesAway: one.body === null,
      written: actOf(names, one.authorId, one.createdAt),
      published: one.publishedAt && actOf(names, one.publishedBy, one.publishedAt),
      retired: one.retiredAt && actOf(names, one.retiredBy, one.retiredAt),
    })),
    compared: chosen && compared(library, chosen, live),
  }
})

/** What is planned for a draft, or why what was planned did not happen; null where nothing was. */
async function planOf({ db }: Services, path: string, revisions: readonly Revision[]) {
  const zone = plannedBy(path).timeZone
  const latest = revisions.slice(0, 20).map(({ id }) => id)
  const last = await lastSchedule(db, latest)
  const isNews =
    last && last.outcome !== 'published' && (last.outcome !== 'cancelled' || last.told > 0)
  return {
    zone,
    days: NOTICE_DAYS,
    last: isNews
      ? {
          revision: last.revision,
          at: last.dueAt.toISOString(),
          by: (await usernamesOf(db, [last.setBy])).get(last.setBy) ?? '',
          state: last.outcome === null ? ('waits' as const) : ('lapsed' as const),
          why: last.outcome === 'cancelled' ? 'A publisher has cancelled it.' : last.why,
          told: last.notice && {
            members: last.told,
            untold: last.untold,
            isDone: last.toldAt !== null,
          },
        }
      : null,
  }
}

/** What the product came with and what sites show, by path. */
type Shelves = Record<'shipped' | 'shown', ReadonlyMap<string, Source>> & Pick<Services, 'texts'>

function shelvesOf({ texts }: Services): Shelves {
  return { texts, shipped: byPath(texts.shipped()), shown: byPath(texts.sources()) }
}

type Present = { live: Revision | null; open: Revision | null }

function writingOf({ shown }: Shelves, path: string, { live, open }: Present) {
  const [own, shared] = [shown.get(path), shown.get(sharedPath(path))]
  const text = open?.body ?? own?.text ?? shared?.text
  if (text === undefined || typeof textLocationOf(path) === 'string') return null
  return { text, values: readText(text), basis: (open ?? live)?.id ?? null, isCopy: !open && !own }
}

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
  shelves: Shelves,
  path: string,
  { live, open }: Present,
  names: Map<number, string>,
) {
  const shipped = shelves.shipped.get(path)
  const place = textLocationOf(path)
  if (typeof place === 'string') return null
  const { kind, site, name } = place
  // The same object, which is parsed already.
  const written = shelves.shown.get(path) ?? {
    path,
    text: live?.body ?? shipped?.text ?? open?.body ?? '',
  }
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
    title: titleOf(written),
    address: pageOf(kind, name),
    brands: brandsWith(shelves, written, place),
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
      shippedHashOf(shelves.texts, path) !== live.shippedHash,
  } as const
}

/** The brands whose page a text is, or would be. */
function brandsWith(
  { shown }: Shelves,
  written: Source,
  { kind, site, name }: { kind: string; site: string; name: string },
): string[] {
  const { source } = parseSource(written)
  const billing = source?.kind === 'help' ? (source.matter as HelpMatter).billing : undefined
  return brands
    .filter(({ id }) => (site === 'all' ? !shown.has(`${kind}/${id}/${name}.md`) : id === site))
    .filter((brand) => billing?.includes(brand.billing.model) !== false)
    .map(({ id }) => id)
}

/**
 * Compares a revision with the published text; compares the published one with the text that it
 * replaces.
 */
function compared({ shipped, shown }: Shelves, chosen: Revision, live: Revision | null) {
  const { path } = chosen
  const otherwise = (shipped.get(path) ?? shown.get(sharedPath(path)))?.text ?? ''
  const isLive = chosen.id === live?.id
  const before = isLive || !live ? otherwise : (live.body ?? '')
  return {
    revision: chosen.id,
    against: isLive ? ('otherwise' as const) : ('shown' as const),
    parts: wordDiff(before, chosen.body ?? ''),
  }
}

export const textHandlers: Handler[] = [listHandler, textHandler]
