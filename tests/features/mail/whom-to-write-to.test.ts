import { expect, test } from 'vitest'
import {
  accountChangedMail,
  emailChangedMail,
  passkeysRemovedMail,
  passwordChangedMail,
  usernameChangedMail,
} from '#core/accounts/mails.ts'
import { termsNoticeMail, termsStayMail } from '#guests/texts/publishing/terms-notice-mail.ts'
import type { Mail } from '#mail/mail.ts'
import { leavingMail } from '#members/leaving/mails.ts'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { reporterMail } from '#staff/decisions/mails.ts'
import { fraudNoticeMail } from '#staff/messages/fraud-notice-mail.ts'
import { poseDecidedMail } from '#staff/poses/mails.ts'
import { removalAnsweredMail, removalReceivedMail } from '#staff/removals/mails.ts'

/**
 * Whoever is told something that may be wrong is told whom to write to: the brand it came from
 * (specification §3, supportEmail).
 */

const [main] = brands as [Brand]
const brand: Brand = { ...main, legal: { ...main.legal, supportEmail: 'ask@somewhere.test' } }
const network = {
  settings: { sitesSuffix: 'localhost' },
  address: { protocol: 'http:', port: '4321' },
} as const
const alice = { id: 1, username: 'Alice', email: 'alice@example.org' }
const at = new Date('2026-11-27T12:00:00Z')
const request = { id: 7, kind: 'intimate', name: 'Ann', email: 'ann@example.org', madeAt: at }

const answers = [
  { outcome: 'removed', reason: 'It is you.' },
  { outcome: 'refused', reason: 'It is not you.' },
  { outcome: 'textRemoved' },
  { outcome: 'acted' },
] as const

const mails: Array<[about: string, Mail]> = [
  ['a changed password', passwordChangedMail(network, brand, alice)],
  ['removed passkeys', passkeysRemovedMail(network, brand, alice, ['phone'])],
  ['a changed username', usernameChangedMail(network, brand, alice, 'Alicia')],
  ['a changed account', accountChangedMail(network, brand, alice, ['place'])],
  ['a changed address', emailChangedMail(brand, alice, 'a…@example.org')],
  ['a deleted account', leavingMail(network, brand, alice, { token: 't', eraseAt: at, ended: [] })],
  ['a report that came to nothing', reporterMail(network, brand, alice, false)],
  ['a fraud', fraudNoticeMail(network, brand, alice, 'Mallory')],
  [
    'new terms',
    termsNoticeMail(network, { brand, brands: [brand] }, alice, {
      from: at,
      changes: 'Words are plainer.',
      path: '/site/terms',
    }),
  ],
  ['terms that do not come', termsStayMail(network, { brand, brands: [brand] }, alice, at)],
  ['a pose that was refused', poseDecidedMail(network, brand, alice, 'unlike')],
  ['a request to remove', removalReceivedMail(brand, request, null)],
  ...answers.map((answer): [string, Mail] => [
    `a request that was answered: ${answer.outcome}`,
    removalAnsweredMail(brand, request, answer),
  ]),
]

test.each(mails)('a mail about %s names the brand’s support', (_, { paragraphs }) => {
  expect(paragraphs.join(' ')).toMatch(/write to ask@somewhere\.test\b/)
})
