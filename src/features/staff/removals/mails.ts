import type { Mail } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'
import { kindOf, removalNumber } from './removals.ts'

type Request = { id: number; kind: string; name: string; email: string; madeAt: Date }

const momentOf = (at: Date) =>
  at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/**
 * What somebody asked us to remove has arrived. It repeats nothing that they wrote: the address may
 * be another's. `confirm`: where a trusted flagger says that it is theirs; null for others.
 */
export function removalReceivedMail(
  brand: Brand,
  { id, kind, name, email, madeAt }: Request,
  confirm: string | null,
): Mail {
  return {
    kind: 'removalReceived',
    brand,
    accountId: null,
    to: email,
    subject: `Your request ${removalNumber(id)}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `Your request ${removalNumber(id)} reached us on ${momentOf(madeAt)} (UTC). It is about: ${kindOf(kind).label}.`,
      `A person looks at it, and you hear what came of it within ${kindOf(kind).due / 3_600_000 === 1 ? 'some hours' : '48 hours'} at this address. You need not do anything else.`,
      ...(confirm === null
        ? []
        : [
            'This is the address of a trusted flagger. Once you confirm that you sent the request, it comes before others of its kind.',
          ]),
      `If you want to add something, write to ${brand.legal.supportEmail} and name the number. If you did not ask us for anything, you can delete this mail.`,
    ],
    action: confirm === null ? null : { label: 'Yes, I sent it', url: confirm },
    list: null,
  }
}

/** Of a decision about somebody, its act and its reasons are for them alone. */
type Answered =
  | { outcome: 'removed' | 'refused'; reason: string }
  | { outcome: 'textRemoved' | 'acted' }

export function removalAnsweredMail(
  brand: Brand,
  { id, name, email }: Request,
  answer: Answered,
): Mail {
  return {
    kind: 'removalAnswered',
    brand,
    accountId: null,
    to: email,
    subject: `Your request ${removalNumber(id)}`,
    greeting: `Hello ${name},`,
    paragraphs: inWords(removalNumber(id), answer, brand.legal.supportEmail),
    action: null,
    list: null,
  }
}

function inWords(number: string, answer: Answered, write: string): string[] {
  const comesBack = `If it is still there, or comes back, write to ${write} and name the number.`
  switch (answer.outcome) {
    case 'removed':
      return [
        `We have removed what your request ${number} was about, on all of our sites.`,
        answer.reason,
        'We looked for copies among all photos of our members and hid those as well. We keep a number computed from the picture, from which nobody can make it again, so that it is recognised if somebody uploads it once more.',
        comesBack,
      ]
    case 'textRemoved':
      return [
        `The text that your request ${number} was about is on none of our sites any more.`,
        comesBack,
      ]
    case 'acted':
      return [
        `We have looked at your request ${number}, found a breach of our rules, and acted on it.`,
        'What we decide about an account we tell its owner alone.',
        comesBack,
      ]
    case 'refused':
      return [
        `We have looked at your request ${number}, and did not remove anything.`,
        `The reason: ${answer.reason}`,
        `If you think that we are wrong, or can tell us more, write to ${write} and name the number: somebody else looks at it. You can also turn to a court, or to the authority for such matters in your country.`,
      ]
  }
}
