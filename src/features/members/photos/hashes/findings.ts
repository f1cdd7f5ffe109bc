import { HOUR } from '#lib/clock.ts'

/**
 * What is found about a photo. `hold`: a list says that nobody may see it; `review`: a picture like
 * it was refused; `banned`: it is a picture of a banned account; `duplicate`: another account has
 * it, which is a question alone.
 */
export const findingKinds = ['hold', 'review', 'banned', 'duplicate'] as const
export type FindingKind = (typeof findingKinds)[number]

type FindingRule = {
  /** Nobody but its owner sees the photo until staff have decided. */
  isHidden: boolean
  priority: number
  /** Within which the task is to be done. */
  due: number
  /** For staff: what it is, and what to do as a rule. */
  means: string
  advice: string
}

export const findingRules: Readonly<Record<FindingKind, FindingRule>> = {
  hold: {
    isHidden: true,
    priority: 90,
    due: 4 * HOUR,
    means:
      'The picture, or one that is nearly the same, is on a list of pictures that nobody may see.',
    advice:
      'Refuse it, and choose the rule that was broken below. Approve it only if it is plainly another picture.',
  },
  review: {
    isHidden: true,
    priority: 60,
    due: 24 * HOUR,
    means: 'The picture, or one that is nearly the same, was refused before.',
    advice: 'Refuse it for the same reason, unless what was wrong is gone.',
  },
  banned: {
    isHidden: true,
    priority: 60,
    due: 24 * HOUR,
    means: 'An account that is closed has this picture.',
    advice:
      'If it is the same person, close this account below, by the rule “Getting round a decision”. If the picture was stolen, refuse it as somebody else’s.',
  },
  duplicate: {
    isHidden: false,
    priority: 20,
    due: 48 * HOUR,
    means:
      'Another account has this picture. Two people in it may share it: this is a question, no proof.',
    advice:
      'Look at both accounts. Approve it if it may be theirs; refuse it as somebody else’s if it is plainly the other’s.',
  },
}

/** What a finding of this kind asks for; of several, the gravest. */
export function gravest(findings: ReadonlyArray<{ kind: FindingKind }>): FindingRule | undefined {
  return findings
    .map(({ kind }) => findingRules[kind])
    .toSorted((a, b) => b.priority - a.priority)[0]
}

const ownLists: Readonly<Partial<Record<string, string>>> = {
  removed: 'what we removed on somebody’s request',
  refused: 'what staff refused',
}

/** Others are those of other organisations. */
export function isOwnList(list: string): boolean {
  return Object.hasOwn(ownLists, list)
}

/**
 * Whether a copy is kept of a picture that this list knows. The operator's own list is for pictures
 * that the law wants preserved; those who ask StopNCII, or us, not to show a picture of them want
 * it gone, and no law asks for a copy.
 */
export function isPreserved(list: string): boolean {
  return list === 'file'
}

export function listInWords(list: string): string {
  return ownLists[list] ?? `the list “${list}”`
}
