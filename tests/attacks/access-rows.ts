/**
 * The rows of the access matrix: what each endpoint for members says of the people and things that its input names. An
 * endpoint without a row fails the matrix.
 */

export type Target = 'whoever blocked them' | 'whoever they blocked' | 'a banned member' | 'a deleted member' | 'a newcomer' | 'nobody' | 'themselves'

export type Given = { params?: Record<string, string | number>; query?: Record<string, string | number>; body?: Record<string, unknown> }

const targets: readonly Target[] = ['whoever blocked them', 'whoever they blocked', 'a banned member', 'a deleted member', 'a newcomer', 'nobody', 'themselves']
const all = (answer: string): Record<Target, string> => Object.fromEntries(targets.map((target) => [target, answer])) as Record<Target, string>

/** A newcomer can be seen from their first minute on; nobody writes to or likes themselves. */
const unlessSeen = (newcomer = 'ok', themselves = 'unavailable') => ({ ...all('unavailable'), 'a newcomer': newcomer, themselves })

const inBody =
  (more: Record<string, unknown> = {}) =>
  (id: number): Given => ({ body: { id, ...more } })
const inQuery = (id: number): Given => ({ query: { id } })
const inPath =
  (more: Given = {}) =>
  (id: number): Given => ({ params: { id }, ...more })

export const aboutSomebody: Record<string, { given: (id: number) => Given; answers: Record<Target, string> }> = {
  'GET /profile/view/id/{id}': { given: inPath(), answers: unlessSeen('ok', 'ok') },
  'GET /userUpdate/member/id/{id}': { given: inPath({ query: {} }), answers: unlessSeen('ok', 'ok') },
  'GET /profile/geoProfiles': { given: inQuery, answers: unlessSeen('ok', 'ok') },
  'GET /message/chatMessages': { given: inQuery, answers: unlessSeen() },
  'POST /message/chatMessages': { given: inBody({ body: 'Good evening' }), answers: unlessSeen('needsPremium', 'forbidden') },
  // The brand of the matrix has none; voice.test.ts asks where there are some.
  'POST /message/voice': { given: (id) => ({ body: { id, recording: new File(['a sound'], 'sound') } }), answers: all('forbidden') },
  'POST /message/typing': { given: inBody(), answers: unlessSeen() },
  'POST /message/markAsRead': { given: inBody(), answers: all('unavailable') },
  'POST /message/unread': { given: inBody(), answers: all('unavailable') },
  'POST /message/hide': { given: inBody(), answers: all('unavailable') },
  'POST /message/logMessageAttempt': { given: inBody(), answers: unlessSeen() },
  'POST /event/setLastViewedUser': { given: inBody(), answers: unlessSeen() },
  'POST /match/{action}': { given: (id) => ({ params: { action: 'like' }, body: { id } }), answers: unlessSeen() },
  'POST /profile/blockUser': { given: inBody({ action: 'block' }), answers: { ...all('ok'), themselves: 'unavailable' } },
  'POST /profile/reportAbuse': { given: inBody({ reason: 'scam', details: 'They sell something' }), answers: { ...all('ok'), themselves: 'unavailable' } },
  'POST /profile/requestPhoto': { given: inBody(), answers: all('unavailable') },
  'POST /image/allow/id/{id}': { given: inPath({ body: { allowed: true } }), answers: all('unavailable') },
}

export type Belongings = { photo: number; session: number; message: number; order: number; update: number; search: number }

export const aboutSomething: Record<string, { given: (theirs: Belongings) => Given; answer: string }> = {
  'POST /image/delete/id/{id}': { given: ({ photo }) => ({ params: { id: photo } }), answer: 'notFound' },
  'POST /image/setPrimary/id/{id}': { given: ({ photo }) => ({ params: { id: photo } }), answer: 'notFound' },
  'POST /image/describe/id/{id}': {
    given: ({ photo }) => ({ params: { id: photo }, body: { description: 'Mine now', isPrivate: false } }),
    answer: 'notFound',
  },
  'POST /userUpdate/delete': { given: ({ update }) => ({ body: { id: update } }), answer: 'notFound' },
  'POST /userUpdate/restore': { given: ({ update }) => ({ body: { id: update } }), answer: 'notFound' },
  'POST /image/order': { given: ({ photo }) => ({ body: { ids: [photo] } }), answer: 'conflict' },
  'POST /image/edit/id/{id}': { given: ({ photo }) => ({ params: { id: photo }, body: { turns: 1, crop: null, card: null } }), answer: 'notFound' },
  'POST /profile/endSession': { given: ({ session }) => ({ body: { id: session } }), answer: 'ok' },
  'POST /profile/revealMessage': { given: ({ message }) => ({ body: { messageId: message } }), answer: 'notFound' },
  'POST /search/deleteSaved': { given: ({ search }) => ({ body: { id: search } }), answer: 'notFound' },
  'POST /billing/cancelRenewal': { given: ({ order }) => ({ body: { order } }), answer: 'notFound' },
  'GET /billing/getBillingData': { given: ({ order }) => ({ query: { order } }), answer: 'notFound' },
}

/** Their input names nothing that is anybody's: settings, filters, words of the caller’s own, keys that nobody guesses. */
export const aboutNobody: readonly string[] = [
  'GET /message/index',
  'GET /profile/blocked',
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
  'POST /image/upload',
  'POST /message/sendMagicMessage',
  'POST /oneClick/affiliateStepOne',
  'POST /oneClick/affiliateStepThree',
  'POST /oneClick/affiliateStepTwo',
  'POST /profile/changeLocation',
  'POST /profile/changePassword',
  'POST /profile/changeUsername',
  'POST /profile/deleteAccount',
  'POST /profile/export',
  'POST /profile/pause',
  'POST /profile/save',
  'POST /profile/saveSettings',
  'POST /profile/setBirthday',
  'POST /profile/setSafeMode',
  'POST /push/device',
  'POST /push/subscribe',
  'POST /push/unsubscribe',
  'POST /registration/oneClick',
  'POST /registration/uploadStep',
  'POST /search/save',
  'POST /site/acceptTerms',
  'POST /site/saveEmailAddress',
  'POST /site/switchAccount',
  'POST /userUpdate/add',
]
