/** A revision of a text. `body` null removes the text. Ids are account ids. */
export type Revision = {
  id: number
  path: string
  body: string | null
  /** The first revision of its draft; null of that one itself. */
  draftId: number | null
  authorId: number
  createdAt: Date
  submittedAt: Date | null
  readyAt: Date | null
  publishedAt: Date | null
  publishedBy: number | null
  shippedHash: string | null
  retiredAt: Date | null
  retiredBy: number | null
  discardedAt: Date | null
}

export const draftStatuses = ['draft', 'review', 'ready'] as const
export type DraftStatus = (typeof draftStatuses)[number]

/** `live` is published, `past` was published before, `discarded` never was. */
export type State = DraftStatus | 'live' | 'past' | 'discarded'

export function revisionStateOf({
  publishedAt,
  retiredAt,
  discardedAt,
  readyAt,
  submittedAt,
}: Revision): State {
  if (publishedAt) return retiredAt ? 'past' : 'live'
  if (discardedAt) return 'discarded'
  if (readyAt) return 'ready'
  return submittedAt ? 'review' : 'draft'
}

/**
 * States of the list; a text can be in several: `asked`, colleagues are asked to look at the draft
 * or to publish it.
 */
export const listStates = ['shipped', 'changed', 'draft', 'asked'] as const
export type ListState = (typeof listStates)[number]

export function inListState(
  {
    shown,
    published,
    draft,
  }: { shown: string; published: object | null; draft: { standing: DraftStatus } | null },
  state: ListState,
): boolean {
  if (state === 'shipped') return shown === 'shipped' && draft === null
  if (state === 'changed') return published !== null
  return draft !== null && (state === 'draft' || draft.standing !== 'draft')
}

/** What names a draft, however often it is saved: its first revision. */
export function draftOf({ id, draftId }: Pick<Revision, 'id' | 'draftId'>): number {
  return draftId ?? id
}

/** Path of the shared text that a brand's own text overrides. */
export function sharedPath(path: string): string {
  const [kind, , file] = path.split('/')
  return `${kind}/all/${file}`
}

export const MAX_CHARACTERS = 100_000
export const TOO_LONG = 'This is longer than anybody reads.'

/** A page that says how many members a draft asks does not count a million. */
export const MOST_ASKED = 10_000
