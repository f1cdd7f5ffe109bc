import { linkTo, type Network } from '#core/accounts/mails.ts'
import { type Mail, mailTo, type Recipient } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'
import type { Act } from './decisions.ts'
import { closes, inShort } from './own-decisions/own-decisions.ts'
import { type AppealOutcome, dayInWords, type Statement } from './statements/statements.ts'

/**
 * The statement of reasons in short, with the address of the whole; sent whatever mail somebody has
 * left.
 */
export function decisionMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  { title, sections }: Statement,
  path: string,
): Mail {
  return mailTo(brand, account, {
    kind: 'decision',
    subject: 'About your account',
    paragraphs: [`${title}.`, ...sections.flatMap(({ paragraphs }) => paragraphs)],
    action: { label: 'Read it, or object', url: linkTo(network, brand, path) },
  })
}

/**
 * That a decision holds no longer; `isOpen`: whether nothing else keeps the account closed where it
 * was about one.
 */
export function takenBackMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  { act, isOpen, note }: { act: Act; isOpen: boolean; note: string },
  path: string,
): Mail {
  const paragraphs = [
    `We have taken a decision back: ${inShort(act).replace(/^We/, 'we').replace(/^You/, 'you')}.`,
    'It no longer holds and no longer counts against you. What it took is given back, as far as it is still there and nothing else keeps it.',
    ...(closes(act)
      ? [
          isOpen
            ? 'Your account is open again, and you can sign in.'
            : 'Another decision still keeps your account closed.',
        ]
      : []),
    ...(act === 'ban' ? ['A membership that we ended does not renew by itself again.'] : []),
    note,
  ]
  return mailTo(brand, account, {
    kind: 'decisionTakenBack',
    subject: 'About your account',
    paragraphs: paragraphs.filter((paragraph) => paragraph !== ''),
    action: { label: 'See the decision', url: linkTo(network, brand, path) },
  })
}

/** What became of an objection; `path` is of the decision that holds now. */
export function appealMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  { outcome, note }: { outcome: AppealOutcome; note: string },
  path: string,
): Mail {
  const words: Record<AppealOutcome, string[]> = {
    uphold: [
      'Somebody who did not decide the first time has looked at it again. The decision stays as it is.',
    ],
    overturn: [
      'Somebody who did not decide the first time has looked at it again. We were wrong, and we are sorry.',
      'The decision is taken back with all that it took, and it no longer counts against you. A membership that we ended does not renew by itself again.',
    ],
    adjust: [
      'Somebody who did not decide the first time has looked at it again. There was a breach, and what we did about it went too far.',
      'The first decision is taken back. Another mail says what holds instead.',
    ],
  }
  const subjects: Record<AppealOutcome, string> = {
    uphold: 'Your objection: the decision stays',
    overturn: 'Your objection: we were wrong',
    adjust: 'Your objection: we have changed the decision',
  }
  const further =
    outcome === 'overturn'
      ? []
      : [
          'If you live in the European Union, a certified body for settling disputes can look at it (Article 21 of the Digital Services Act). The way to a court is open.',
        ]
  return mailTo(brand, account, {
    kind: `appeal.${outcome}`,
    subject: subjects[outcome],
    paragraphs: [...words[outcome], note, ...further].filter((paragraph) => paragraph !== ''),
    action: { label: 'See the decision', url: linkTo(network, brand, path) },
  })
}

export function appealReceivedMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  dueAt: Date,
  path: string,
): Mail {
  return mailTo(brand, account, {
    kind: 'appealReceived',
    subject: 'We have your objection',
    paragraphs: [
      `Somebody who did not decide the first time looks at it by ${dayInWords(dueAt)}, and we write to you.`,
    ],
    action: { label: 'See the decision', url: linkTo(network, brand, path) },
  })
}

/** What came of a report, not about whom; sent whatever mail they have left (DSA Art. 16). */
export function reporterMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  hasActed: boolean,
): Mail {
  return mailTo(brand, account, {
    kind: hasActed ? 'reportActed' : 'reportNoBreach',
    subject: 'Your report',
    paragraphs: [
      hasActed
        ? 'A person has read your report. It was right, and we acted. Thank you: it keeps others safe.'
        : 'A person has read your report and looked at what it is about. We found no breach of our rules, and did nothing.',
      'The other person does not learn who reported.',
      ...(hasActed
        ? []
        : [
            `If you think that we are wrong, write to ${brand.legal.supportEmail} within six months, and somebody else looks at it again. You can block anybody at any time.`,
          ]),
    ],
    action: { label: `Go to ${brand.name}`, url: linkTo(network, brand, '/dashboard') },
  })
}
