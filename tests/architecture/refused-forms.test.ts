import { basename } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '#api/contract.ts'
import { handlers } from '#app.server.ts'
import { filesIn, readText } from './sources.ts'

/**
 * A form that was posted without script and refused is shown on the page it stands on; the pages in
 * src/pages/form are those that are left.
 */

const registered = handlers.map(({ endpoint }) => endpoint)
const pages = filesIn('src/pages/form').map((path) => basename(path, '.astro'))

/** The pages that are left, by their reason. */
const left: Readonly<Record<string, readonly string[]>> = {
  'of guests, whose pages are prerendered or need no session': [
    'affiliate',
    'appeal',
    'cancel-contract',
    'comment',
    'one-click',
    'register',
    'report-content',
    'reset-request',
    'sign-in',
    'ticket',
    'unsubscribe',
    'update-password',
    'withdraw',
  ],
  'of a link, or of a session that is locked or gone: there is no page to go back to': [
    'come-back',
    'follow-link',
    'new-link',
    'unlock',
  ],
  'shows once what no address can show again, or why not': [
    'open-copy',
    'open-view-once',
    'support-link',
  ],
  'asks whether a match shall end, which without script is a page': ['like'],
  'is the page it stands on, and shows what was typed also to whom the session has ended': [
    'edit-profile',
  ],
  'is the page of staff it stands on, also while their second factor has expired': [
    'affiliates',
    'approval',
    'authority-order',
    'booked-ad',
    'brand-picture',
    'canned-text',
    'decide',
    'flagger',
    'fraud',
    'member-file',
    'mute-reporter',
    'preserved',
    'promo-code',
    'queue',
    'second-factor',
    'several',
    'task',
    'text',
    'tickets',
    'undo',
    'view',
  ],
  'is for what was too large to be read, and for whoever may not see the page': ['index'],
}

test('every page of a refused form is there for a reason', () => {
  expect(pages.toSorted()).toEqual(Object.values(left).flat().toSorted())
})

/** Pages of staff that hold several forms, and show each again with what was typed. */
const staffPages = {
  preserved: ['listFeedback', 'copyAsk'],
  queue: ['decideAppeal', 'decidePose', 'decideRemoval', 'judgePhoto'],
  fraud: ['markFraudHit', 'switchFraudRule'],
  'second-factor': ['verify', 'setUpFactor'],
  tickets: ['beginAnswer', 'ticket'],
} as const

/**
 * Forms that share the page of a refused one, each with its reason. Every other form has a page of
 * its own.
 */
const shared: Readonly<Record<string, { forms: readonly string[]; why: string }>> = {
  ...Object.fromEntries(
    Object.entries(staffPages).map(([name, acts]) => [
      name,
      {
        forms: acts.map((act) => `/staff/${act}`),
        why: 'forms of one page, which is shown again with what was typed',
      },
    ]),
  ),
  index: {
    forms: [
      '/billing/cancelRenewal',
      '/billing/upgrade',
      '/date/end',
      '/event/{name}',
      '/help/log',
      '/image/access',
      '/image/manage',
      '/image/upload',
      '/message/calmWarning',
      '/message/deleteForBoth',
      '/message/dismissFraudNotice',
      '/message/hide',
      '/message/markAsRead',
      '/message/mute',
      '/message/notNow',
      '/message/pin',
      '/message/react',
      '/message/reportViewOnce',
      '/message/unread',
      '/message/withdrawViewOnce',
      '/profile/blockUser',
      '/profile/dismissDecisionNotice',
      '/profile/endSession',
      '/profile/endVisiting',
      '/profile/hideHint',
      '/profile/lockNow',
      '/profile/requestPhoto',
      '/profile/revealMessage',
      '/profile/saveSettings',
      '/profile/setFirstMessages',
      '/profile/setSafeMode',
      '/profile/setShownTo',
      '/registration/justRegistered',
      '/search/deleteSaved',
      '/site/chooseCookies',
      '/site/confirmAdult',
      '/site/confirmRequest',
      '/site/resendWelcomeEmail',
      '/site/signout',
      '/staff/content/publish',
      '/userUpdate/delete',
      '/userUpdate/restore',
    ],
    why: 'buttons, choices and short fields: the page from which they were posted says why',
  },
  'edit-profile': {
    forms: [
      'answerPartner',
      'changeLocation',
      'endPartner',
      'invitePartner',
      'prompts',
      'save',
      'visiting',
    ].map((act) => `/profile/${act}`),
    why: 'parts of one page, which is shown again with what was typed',
  },
  'member-file': {
    forms: ['actOnMember', 'memberNote'].map((act) => `/staff/${act}`),
    why: 'parts of one page, which is shown again with what was typed',
  },
  unsubscribe: {
    forms: ['index', 'resubscribe'].map((act) => `/unsubscribe/${act}`),
    why: 'either is refused only because its link does not work, and the page says so',
  },
}

type Form = Pick<Endpoint, 'path' | 'pageForm'>

/** What is wrong with the pages of refused forms: one line each. */
function wrongPages(forms: readonly Form[], pages: readonly string[]): string[] {
  const byName = Map.groupBy(
    forms.filter(({ pageForm }) => pageForm !== undefined && pageForm.page === undefined),
    ({ pageForm }) => pageForm?.name ?? 'index',
  )
  return [
    ...[...byName.keys()]
      .filter((name) => !pages.includes(name))
      .map((name) => `${name} has no page in src/pages/form`),
    // `index` is also the page for bodies that are too large, whichever form sent them.
    ...pages
      .filter((name) => name !== 'index' && !byName.has(name))
      .map((name) => `${name} is the page of no form`),
    ...[...byName].flatMap(([name, of]) => {
      const paths = of.map(({ path }) => path)
      const known = shared[name]?.forms ?? paths.slice(0, 1)
      return paths
        .filter((path) => !known.includes(path))
        .map((path) => `${path} shares the page ${name}: say why, or give it one`)
    }),
  ]
}

test('a form that was refused has a page of its own, or shares one for a reason, and every such page has a form', () => {
  expect(wrongPages(registered, pages)).toEqual([])
})

const numbered = filesIn('src/pages').filter((path) => path.endsWith('/[...page].astro'))
function fileOf(page: string): string {
  const path = `src/pages${page.split('?')[0]?.replaceAll('{', '[').replaceAll('}', ']')}`
  return numbered.find((one) => one === `${path}/[...page].astro`) ?? `${path}.astro`
}
const shows = (page: string, name: string) =>
  new RegExp(`refused(?:On\\(Astro\\))?\\('${name}'\\)`).test(page)

/** Forms that their own page shows again, and of which it does not speak. */
function unshownForms(forms: readonly Form[], read: (path: string) => string): string[] {
  return forms.flatMap(({ pageForm }) =>
    pageForm?.page !== undefined &&
    pageForm.name !== undefined &&
    !shows(read(fileOf(pageForm.page)), pageForm.name)
      ? [`${pageForm.page} does not show ${pageForm.name}`]
      : [],
  )
}

test('a form that was refused is shown on the page it stands on, where that is named', () => {
  expect(unshownForms(registered, readText)).toEqual([])
  const forms: Form[] = [
    { path: '/gift/send', pageForm: { name: 'gift', page: '/gifts?screen=new' } },
    { path: '/gift/return', pageForm: { name: 'return', page: '/gifts' } },
  ]
  expect(unshownForms(forms, () => "<Gift {...refused('gift')} />")).toEqual([
    '/gifts does not show return',
  ])
})

test('a form without its page, a page without its form and a page that is shared without a reason are found', () => {
  const form = (path: Endpoint['path'], name: string): Form => ({ path, pageForm: { name } })
  const forms = [
    form('/gift/send', 'gift'),
    form('/gift/return', 'gift'),
    form('/gift/thank', 'thanks'),
    form('/date/share', 'share-date'),
  ]
  expect(
    wrongPages([...forms, { path: '/gift/all' }], ['index', 'gift', 'share-date', 'wrapping']),
  ).toEqual([
    'thanks has no page in src/pages/form',
    'wrapping is the page of no form',
    '/gift/return shares the page gift: say why, or give it one',
  ])
})

test.each(Object.entries(shared))('the forms of the page %s share it', (name, { forms }) => {
  const sharing = registered.flatMap(({ path, pageForm }) =>
    pageForm && (pageForm.name ?? 'index') === name ? [path] : [],
  )
  expect(sharing.toSorted()).toEqual(forms.toSorted())
})
