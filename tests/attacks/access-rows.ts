import { PASSWORD } from '../support/cast.ts'

/**
 * The rows of the access matrix: what each endpoint for members says of the people and things that
 * its input names. An endpoint without a row fails the matrix.
 */

export type Target =
  | 'whoever blocked them'
  | 'whoever they blocked'
  | 'a banned member'
  | 'a deleted member'
  | 'a newcomer'
  | 'nobody'
  | 'themselves'

export type Given = {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: Record<string, unknown>
}

const targets: readonly Target[] = [
  'whoever blocked them',
  'whoever they blocked',
  'a banned member',
  'a deleted member',
  'a newcomer',
  'nobody',
  'themselves',
]
const all = (answer: string): Record<Target, string> =>
  Object.fromEntries(targets.map((target) => [target, answer])) as Record<Target, string>

/** A newcomer can be seen from their first minute on; nobody writes to or likes themselves. */
const unlessSeen = (newcomer = 'ok', themselves = 'unavailable') => ({
  ...all('unavailable'),
  'a newcomer': newcomer,
  themselves,
})

const inBody =
  (more: Record<string, unknown> = {}) =>
  (id: number): Given => ({ body: { id, ...more } })
const inQuery = (id: number): Given => ({ query: { id } })
const inPath =
  (more: Given = {}) =>
  (id: number): Given => ({ params: { id }, ...more })

/** Within the thirty days of a shared date by the tests' clock. */
const aDate = { place: 'Café', meetsAt: '2026-11-27T20:00' }

export const aboutSomebody: Record<
  string,
  { given: (id: number) => Given; answers: Record<Target, string> }
> = {
  'GET /profile/view/id/{id}': { given: inPath(), answers: unlessSeen('ok', 'ok') },
  'GET /userUpdate/member/id/{id}': {
    given: inPath({ query: {} }),
    answers: unlessSeen('ok', 'ok'),
  },
  'GET /profile/geoProfiles': { given: inQuery, answers: unlessSeen('ok', 'ok') },
  'GET /message/chatMessages': { given: inQuery, answers: unlessSeen() },
  'GET /message/find': { given: inQuery, answers: unlessSeen() },
  'POST /message/chatMessages': {
    given: inBody({ body: 'Good evening' }),
    answers: unlessSeen('needsPremium', 'forbidden'),
  },
  // The brand of the matrix has none; voice.test.ts asks where there are some.
  'POST /message/voice': {
    given: (id) => ({ body: { id, recording: new File(['a sound'], 'sound') } }),
    answers: all('forbidden'),
  },
  'POST /message/viewOnce': {
    given: (id) => ({ body: { id, photo: new File(['a picture'], 'picture') } }),
    answers: { ...unlessSeen('needsPremium', 'forbidden') },
  },
  'POST /message/photo': {
    given: (id) => ({ body: { id, photo: new File(['a picture'], 'picture') } }),
    answers: { ...unlessSeen('needsPremium', 'forbidden') },
  },
  'POST /message/typing': { given: inBody(), answers: unlessSeen() },
  'POST /message/markAsRead': { given: inBody(), answers: all('unavailable') },
  'POST /message/unread': { given: inBody(), answers: all('unavailable') },
  'POST /message/mute': { given: inBody(), answers: all('unavailable') },
  'POST /message/hide': { given: inBody(), answers: all('unavailable') },
  'POST /message/pin': { given: inBody(), answers: all('unavailable') },
  'GET /date/mine': { given: (id) => ({ query: { with: id } }), answers: all('ok') },
  'POST /date/share': { given: inBody(aDate), answers: unlessSeen() },
  'POST /message/notNow': { given: inBody(), answers: all('unavailable') },
  'POST /message/logMessageAttempt': { given: inBody(), answers: unlessSeen() },
  'POST /event/setLastViewedUser': { given: inBody(), answers: unlessSeen() },
  // The brand of the matrix sells none; reveal-location.test.ts asks where they are for sale.
  'POST /billing/revealLocation': { given: inBody(), answers: all('forbidden') },
  'POST /match/{action}': {
    given: (id) => ({ params: { action: 'like' }, body: { id } }),
    answers: unlessSeen(),
  },
  'GET /profile/partners/id/{id}': { given: inPath(), answers: unlessSeen() },
  'POST /profile/invitePartner': { given: inBody(), answers: unlessSeen('ok', 'conflict') },
  'POST /profile/answerPartner': {
    given: inBody({ answer: 'accept' }),
    answers: all('unavailable'),
  },
  'POST /profile/endPartner': { given: inBody(), answers: all('ok') },
  'POST /profile/blockUser': {
    given: inBody({ action: 'block' }),
    answers: { ...all('ok'), themselves: 'unavailable' },
  },
  'POST /profile/reportAbuse': {
    given: inBody({ reason: 'scam', details: 'They sell something' }),
    answers: { ...all('ok'), themselves: 'unavailable' },
  },
  'POST /profile/requestPhoto': { given: inBody(), answers: all('unavailable') },
  'POST /image/access': { given: inBody({ act: 'allow' }), answers: all('unavailable') },
  'POST /image/allow/id/{id}': {
    given: inPath({ body: { allowed: true } }),
    answers: all('unavailable'),
  },
}

export type Belongings = {
  photo: number
  prompt: number
  session: number
  passkey: number
  ticket: number
  message: number
  order: number
  update: number
  search: number
  date: number
}

export const aboutSomething: Record<
  string,
  { given: (theirs: Belongings) => Given; answer: string }
> = {
  'POST /image/delete/id/{id}': {
    given: ({ photo }) => ({ params: { id: photo } }),
    answer: 'notFound',
  },
  'POST /image/setPrimary/id/{id}': {
    given: ({ photo }) => ({ params: { id: photo } }),
    answer: 'notFound',
  },
  'POST /image/describe/id/{id}': {
    given: ({ photo }) => ({
      params: { id: photo },
      body: { description: 'Mine now', isPrivate: false },
    }),
    answer: 'notFound',
  },
  'POST /userUpdate/delete': {
    given: ({ update }) => ({ body: { id: update } }),
    answer: 'notFound',
  },
  'POST /userUpdate/restore': {
    given: ({ update }) => ({ body: { id: update } }),
    answer: 'notFound',
  },
  'POST /message/react': {
    given: ({ message }) => ({ body: { messageId: message, reaction: 'love' } }),
    answer: 'notFound',
  },
  'POST /message/deleteForBoth': {
    given: ({ message }) => ({ body: { messageId: message } }),
    answer: 'notFound',
  },
  'POST /message/calmWarning': {
    given: ({ message }) => ({ body: { messageId: message } }),
    answer: 'notFound',
  },
  'POST /image/manage': {
    given: ({ photo }) => ({ body: { id: photo, act: 'delete' } }),
    answer: 'notFound',
  },
  'POST /image/order': { given: ({ photo }) => ({ body: { ids: [photo] } }), answer: 'conflict' },
  'POST /profile/prompts': {
    given: ({ prompt }) => ({ body: { act: 'remove', id: prompt } }),
    answer: 'notFound',
  },
  'POST /image/edit/id/{id}': {
    given: ({ photo }) => ({ params: { id: photo }, body: { turns: 1, crop: null, card: null } }),
    answer: 'notFound',
  },
  'POST /profile/endSession': { given: ({ session }) => ({ body: { id: session } }), answer: 'ok' },
  'POST /profile/renamePasskey': {
    given: ({ passkey }) => ({ body: { id: passkey, name: 'Mine now' } }),
    answer: 'conflict',
  },
  'POST /profile/removePasskey': {
    given: ({ passkey }) => ({ body: { id: passkey, password: PASSWORD } }),
    answer: 'ok',
  },
  'POST /profile/tickets/answer': {
    given: ({ ticket }) => ({ body: { id: ticket, message: 'Mine now' } }),
    answer: 'notFound',
  },
  'POST /profile/revealMessage': {
    given: ({ message }) => ({ body: { messageId: message } }),
    answer: 'notFound',
  },
  'POST /profile/dismissDecisionNotice': {
    given: ({ message }) => ({ body: { id: message } }),
    answer: 'ok',
  },
  'POST /message/dismissFraudNotice': {
    given: ({ message }) => ({ body: { id: message } }),
    answer: 'ok',
  },
  'POST /message/openViewOnce': {
    given: ({ message }) => ({ body: { messageId: message } }),
    answer: 'notFound',
  },
  'POST /message/closeViewOnce': {
    given: ({ message }) => ({ body: { messageId: message } }),
    answer: 'ok',
  },
  'POST /message/withdrawViewOnce': {
    given: ({ message }) => ({ body: { messageId: message } }),
    answer: 'notFound',
  },
  'POST /message/reportViewOnce': {
    given: ({ message }) => ({ body: { messageId: message, reason: 'scam' } }),
    answer: 'notFound',
  },
  'POST /search/deleteSaved': {
    given: ({ search }) => ({ body: { id: search } }),
    answer: 'notFound',
  },
  'POST /date/change': {
    given: ({ date }) => ({ body: { link: date, ...aDate } }),
    answer: 'notFound',
  },
  'POST /date/end': { given: ({ date }) => ({ body: { link: date } }), answer: 'notFound' },
  'POST /billing/cancelRenewal': {
    given: ({ order }) => ({ body: { order } }),
    answer: 'notFound',
  },
  'GET /billing/getBillingData': {
    given: ({ order }) => ({ query: { order } }),
    answer: 'notFound',
  },
}

/**
 * Their input names nothing that is anybody's: settings, filters, words of the caller’s own, keys
 * that nobody guesses.
 */
export const aboutNobody: readonly string[] = [
  'GET /event/stream',
  'GET /message/index',
  'GET /message/waiting',
  'GET /match/passed',
  'GET /profile/blocked',
  'GET /billing/creditHistory',
  'GET /billing/promoCode',
  'GET /search/count',
  'GET /search/users',
  'GET /site/emailOffer',
  'GET /site/getBackButtonLinks',
  'GET /ad/monetisationUrl',
  'POST /ad/trackEvent',
  'GET /userUpdate/moreUpdatesDashboard',
  'GET /widget/chatMessages',
  'GET /widget/{list}/page/{page}/count/{count}',
  'GET /billing/upgradePassthroughUrl',
  'POST /billing/upgrade',
  'POST /event/{name}',
  'POST /image/sendPose',
  'POST /image/upload',
  'POST /message/sendMagicMessage',
  'POST /oneClick/affiliateStepOne',
  'POST /oneClick/affiliateStepThree',
  'POST /oneClick/affiliateStepTwo',
  'POST /profile/addPasskey',
  'POST /profile/changeLocation',
  'POST /profile/visiting',
  'POST /profile/endVisiting',
  'POST /profile/changePassword',
  'POST /profile/changeUsername',
  'POST /profile/deleteAccount',
  'POST /profile/export',
  'POST /profile/lockNow',
  'POST /profile/passkeyOptions',
  'POST /profile/proofOptions',
  'POST /profile/save',
  'POST /profile/saveLock',
  'POST /profile/hideHint',
  'POST /profile/saveSettings',
  'POST /profile/setBirthday',
  'POST /profile/setSafeMode',
  'POST /profile/setFirstMessages',
  'POST /profile/setShownTo',
  'POST /profile/stillHere',
  'POST /profile/unlock',
  'POST /profile/unlockByPasskey',
  'POST /profile/unlockOptions',
  'POST /profile/blockContacts',
  'POST /profile/unblockContacts',
  'POST /push/device',
  'POST /push/subscribe',
  'POST /push/unsubscribe',
  'POST /registration/firstPhoto',
  'POST /registration/introduction',
  'POST /registration/oneClick',
  'POST /registration/uploadStep',
  'POST /search/save',
  'POST /site/acceptTerms',
  'POST /site/reportError',
  'POST /site/saveEmailAddress',
  'POST /userUpdate/add',
]
