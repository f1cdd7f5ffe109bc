import { DAY } from '#lib/clock.ts'
import { dayIn } from '#lib/formats.ts'
import { EVIDENCE_DAYS } from '#members/reports/evidence.ts'
import { type Act, policyOf, type Policy, type TextPart } from '../decisions.ts'

export const DECISION_PATH = '/decision/'
/** For so long a member can object to a decision (article 20 of the Digital Services Act). */
const APPEAL_MONTHS = 6

export function appealUntil(tookEffectAt: Date): Date {
  const until = new Date(tookEffectAt)
  until.setUTCMonth(until.getUTCMonth() + APPEAL_MONTHS)
  return until
}

export function endOf({
  days,
  took_effect_at: since,
  ends_at: end,
}: {
  days: number | null
  took_effect_at: Date | null
  ends_at: Date | null
}): Date | null {
  return days === null || since === null ? null : (end ?? new Date(since.getTime() + days * DAY))
}

/** What a statement is made of: nothing of it says who reported. */
export type StatementFacts = {
  act: Act
  policy: Policy
  part: TextPart | null
  /**
   * A photo that goes with the decision: `hidden` to others, `removed` from its owner's sight as
   * well, `notShown` of one for one view, `notSentOn` of one in a chat, `withheld` of one that was not passed on with its
   * message; `gone` where its owner took it away first.
   */
  photo: 'hidden' | 'removed' | 'notShown' | 'notSentOn' | 'withheld' | 'gone' | null
  /** Whether the text was deleted or changed by its author first, so that nothing was removed. */
  isTextGone: boolean
  /** The generated name, where the username was removed. */
  newName: string | null
  /** The site where it holds; null for the whole network. */
  onlyOn: string | null
  /** The site whose terms hold, and the company that decided. */
  site: string
  company: string
  tookEffectAt: Date
  until: Date | null
  note: string
  isAutomated: boolean
  source: 'report' | 'check' | 'own'
  strikes: { weight: number; expiresAt: Date | null } | null
  /** How many memberships were kept from renewing. */
  cancelled: number
  isPremium: boolean
  /** Of the whole network, where the account is suspended. */
  credits: number
}

type Section = { heading: string; paragraphs: string[] }
export type Statement = { title: string; sections: Section[]; appealUntil: string }

export const dayInWords = (at: Date): string => dayIn(null, at)

const parts: Readonly<Record<TextPart, string>> = {
  username: 'your username',
  headline: 'the headline of your profile',
  about: 'what your profile says about you',
  prompt: 'an answer on your profile',
  update: 'an update of yours',
}

const photos: Readonly<Record<NonNullable<StatementFacts['photo']>, string>> = {
  hidden: 'We have hidden one of your photos. Nobody but you sees it.',
  removed: 'We have removed one of your photos. Nobody sees it any more.',
  notShown: `We have not shown a photo that you sent for one view. If it cost you credits, you have them back. We keep it for ${EVIDENCE_DAYS} days, so that we can send it if we were wrong; you can withdraw it from the conversation before.`,
  notSentOn: `We have not sent on a photo of yours in a chat. If it cost you credits, you have them back. We keep it for ${EVIDENCE_DAYS} days, so that we can send it if we were wrong; you can delete it in the conversation before.`,
  withheld: `We have not shown a photo for one view that you sent with a message which we did not pass on. We keep it for ${EVIDENCE_DAYS} days, so that we can send it if we were wrong.`,
  gone: 'It is about one of your photos, which you have deleted, withdrawn or changed since. Nobody sees it as it was.',
}

function whatIn({ act, part, photo, isTextGone, newName, until }: StatementFacts): string {
  const end = until === null ? '' : ` until ${dayInWords(until)}`
  const words: Record<Act, string> = {
    none: 'We did nothing.',
    hidePhoto: photo === null ? '' : photos[photo],
    removeText: isTextGone
      ? `It is about ${part === null ? 'a text of yours' : parts[part]}, which you have deleted or changed since. We have removed nothing.`
      : `We have removed ${part === null ? 'a text of yours' : parts[part]}.${newName === null ? '' : ` You are now called ${newName}, and can choose another name in your settings at any time. You sign in with ${newName} or with your e-mail address.`}`,
    warn: 'We warn you. Nothing is taken from your account.',
    limit: `You cannot write first messages${end}. You can answer whoever writes to you.`,
    suspend: `Your account is suspended${end}. Then it opens by itself, as it was.`,
    ban: 'Your account is closed. Nobody sees it, and you cannot sign in.',
    restore: 'We have given back what an earlier decision took.',
  }
  return words[act]
}

const sources: Readonly<Record<StatementFacts['source'], string>> = {
  report: 'Somebody told us of it, and we looked at what they showed us.',
  check: 'We saw it in a check that everything of this kind goes through.',
  own: 'We saw it ourselves.',
}

function moneyIn({ act, cancelled, isPremium, credits }: StatementFacts): Section[] {
  if (act === 'ban') {
    const paragraphs = [
      cancelled === 0
        ? 'Nothing renews, so nothing more is charged.'
        : `We have cancelled ${cancelled === 1 ? 'your membership' : `your ${cancelled} memberships`} where they are billed, so nothing more is charged.`,
      'What you have paid is not paid back as far as the law allows that, as the terms say under “Ending”. A right of withdrawal that you still have stays, and so do your claims by law.',
    ]
    return [{ heading: 'Your money', paragraphs }]
  }
  if (act !== 'suspend') return []
  const paragraphs = [
    ...(isPremium
      ? [
          'Your membership goes on meanwhile. You can end its renewal at any time without signing in, under “Cancel a contract” at the foot of every page.',
        ]
      : []),
    ...(credits > 0
      ? [
          `You have ${credits === 1 ? 'one credit' : `${credits} credits`}. They stay yours, and those that end on a certain day end on that day all the same.`,
        ]
      : []),
  ]
  return paragraphs.length === 0 ? [] : [{ heading: 'Your money', paragraphs }]
}

/**
 * The whole statement of reasons (article 17 of the Digital Services Act), in plain words, from
 * what the decision's row says.
 */
export function statementOf(facts: StatementFacts): Statement {
  const { ground, text } = policyOf(facts.policy)
  const rule =
    ground.kind === 'terms'
      ? `This is a rule of the terms of ${facts.site}, under “${ground.section}”.`
      : `We take this to be against ${ground.law}, and so against the terms of ${facts.site} as well.`
  const { strikes, tookEffectAt, onlyOn } = facts
  const appealDay = appealUntil(tookEffectAt)
  const counts =
    strikes === null
      ? []
      : [
          `It counts ${strikes.weight} when we decide about later breaches${strikes.expiresAt === null ? '' : `, until ${dayInWords(strikes.expiresAt)}`}.`,
        ]
  return {
    title: facts.act === 'restore' ? 'We have changed a decision' : 'A decision about your account',
    appealUntil: appealDay.toISOString(),
    sections: [
      {
        heading: 'What we decided',
        paragraphs: [
          whatIn(facts),
          ...(facts.photo === null || facts.act === 'hidePhoto' ? [] : [photos[facts.photo]]),
          onlyOn === null
            ? 'It holds on all sites of our network, wherever people are.'
            : `It holds on ${onlyOn} alone; the other sites of our network stay open to you.`,
          ...(onlyOn === null || facts.photo === null || facts.photo === 'gone'
            ? []
            : ['What we did about the photo holds on all sites of our network.']),
          `It holds from ${dayInWords(tookEffectAt)}${facts.until === null ? '' : ` to ${dayInWords(facts.until)}`}. ${facts.company} decided it.`,
          ...counts,
        ],
      },
      {
        heading: 'Why',
        paragraphs: [facts.note, `The rule: ${text}`, rule].filter((paragraph) => paragraph !== ''),
      },
      {
        heading: 'How it came about',
        paragraphs: [
          sources[facts.source],
          facts.isAutomated
            ? 'A program decided this by itself. If you object, a person looks at it.'
            : 'A person decided this. No program decided it.',
        ],
      },
      ...moneyIn(facts),
      {
        heading: 'If you think that we are wrong',
        paragraphs: [
          `Until ${dayInWords(appealDay)} you can object on this page, once, free of charge and without signing in. Somebody who did not decide this looks at it again.`,
          'If you live in the European Union, you may also choose a certified body for settling disputes under Article 21 of the Digital Services Act. The way to a court is always open.',
        ],
      },
    ],
  }
}

export const appealOutcomes = ['uphold', 'overturn', 'adjust'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

/** By when an objection is decided. */
export const APPEAL_DUE = 7 * DAY
export const MAX_APPEAL = 3000
