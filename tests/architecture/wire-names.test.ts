import { expect, test } from 'vitest'
import { openApiDocument } from '#api/openapi.server.ts'
import { handlers } from '#app.server.ts'

/**
 * Names of the specification (§3 and §7), copied by hand: a rename in the code must not change
 * them.
 */

type Schema = {
  properties?: Record<string, Schema>
  enum?: readonly string[]
  type?: string
  anyOf?: readonly Schema[]
}
type Operation = {
  parameters?: ReadonlyArray<{ in: string; name: string; schema: Schema }>
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

const paths = openApiDocument(handlers.map(({ endpoint }) => endpoint)).paths as unknown as Record<
  string,
  Record<string, Operation>
>

test.each([
  ['get /site/getParameters', 'token isNuxt'],
  ['post /site/signin', ''],
  ['get /site/signout', ''],
  ['post /registration/save', ''],
  ['post /registration/justRegistered', ''],
  ['post /registration/uploadStep', ''],
  ['post /registration/oneClick', ''],
  ['post /resetPassword/processRequest', 'email'],
  ['post /resetPassword/save', 'password passwordRepeat'],
  ['get /site/getShowConfirmEmailData', ''],
  ['post /site/saveEmailAddress', ''],
  ['post /site/resendWelcomeEmail', ''],
  ['get /site/getBackButtonLinks', ''],
  ['get /site/emailOffer', 'key'],
  ['get /site/fullPageAd', ''],
  ['get /ad/monetisationUrl', 'monetisationOptionId'],
  ['post /ad/trackEvent', ''],
  ['post /oneClick/affiliateStepOne', ''],
  ['post /oneClick/affiliateStepTwo', ''],
  ['post /oneClick/affiliateStepThree', ''],
  ['post /promo/oneClick', ''],
  ['post /promo/affiliate', ''],
  ['get /location/current', ''],
  ['post /profile/changeLocation', ''],
  ['post /userUpdate/add', ''],
  ['get /userUpdate/moreUpdatesDashboard', 'before'],
  ['get /profile/view/id/{id}', ''],
  ['get /profile/geoProfiles', ''],
  ['post /profile/blockUser', ''],
  ['post /profile/saveSettings', ''],
  ['post /profile/setSafeMode', ''],
  ['post /profile/revealMessage', ''],
  ['post /profile/reportAbuse', ''],
  ['post /profile/save', ''],
  ['post /profile/changeUsername', ''],
  ['post /profile/deleteAccount', ''],
  ['post /profile/setBirthday', ''],
  ['post /profile/requestPhoto', ''],
  ['get /profile/currentCreditsInfo', ''],
  ['post /match/{action}', ''],
  ['get /message/index', ''],
  ['post /message/logMessageAttempt', ''],
  ['post /message/hide', ''],
  ['post /message/unread', ''],
  ['post /message/markAsRead', ''],
  ['get /message/chatMessages', ''],
  ['post /message/sendMagicMessage', ''],
  ['get /widget/chatMessages', ''],
  ['post /image/upload', ''],
  ['post /image/delete/id/{id}', ''],
  ['post /image/setPrimary/id/{id}', ''],
  ['get /help/index', ''],
  ['post /help/log', ''],
  ['post /help/save', ''],
  ['post /billing/revealLocation', ''],
  ['get /billing/upgradePassthroughUrl', 'upgradeSourceType'],
  ['post /billing/upgrade', ''],
  ['get /billing/getBillingData', ''],
  ['get /billing/getCreditUpgradeData', ''],
  ['post /event/setLastViewedUser', ''],
  ['post /event/{name}', ''],
  ['get /event/newNotifications', ''],
  ['get /event/updateLastViewedOneclickPopupOnExit', ''],
  ['get /event/tickers', ''],
  ['get /widget/{list}/page/{page}/count/{count}', ''],
  ['get /unsubscribe/index', ''],
  ['post /unsubscribe/resubscribe', ''],
  ['get /search/users', ''],
  ['get /redirect/index', 'key isNuxt'],
])('%s is asked by this path, with the fields “%s”', (call, fields) => {
  const [method = '', path = ''] = call.split(' ')
  const operation = paths[path]?.[method]
  expect(operation?.responses['200'] ?? operation?.responses['302'], call).toBeDefined()
  const query = (operation?.parameters ?? [])
    .filter((one) => one.in === 'query')
    .map(({ name }) => name)
  expect([...query, ...fieldsOf(operation?.requestBody)]).toEqual(
    expect.arrayContaining(fields.split(' ').filter(Boolean)),
  )
})

test('the billing data have the specification’s fields', () => {
  const { userInfo, billingMethodSpecific, ...others } = answerOf('get', '/billing/getBillingData')
  expect(Object.keys(others)).toEqual(
    expect.arrayContaining(
      'publicApiKey currency paymentType insufficientCreditsAction isRootTraffic enforce3ds upgradeSourceTypeCookie gatewayUrl useAlternateConfig'.split(
        ' ',
      ),
    ),
  )
  expect(Object.keys(userInfo?.properties ?? {}).toSorted()).toEqual(
    'birthday signupDate signupIp signupLocation isSemiBlocked processedCity processedStateCode processedPostalCode processedCountryCode'
      .split(' ')
      .toSorted(),
  )
  expect(Object.keys(billingMethodSpecific?.properties ?? {}).toSorted()).toEqual(
    'affiliateId keyword gatewayPassword achBillSubId promoCode'.split(' ').toSorted(),
  )
})

test('the credit upgrade data have a selected product with a keyword', () => {
  expect(
    JSON.stringify(answerOf('get', '/billing/getCreditUpgradeData')['selectedProduct']),
  ).toContain('"keyword"')
})

test('the way to the billing partner has a status and an address', () => {
  expect(Object.keys(answerOf('get', '/billing/upgradePassthroughUrl')).toSorted()).toEqual([
    'status',
    'url',
  ])
})

test('the events that the specification names are recorded by their names', () => {
  const name = paths['/event/{name}']?.['post']?.parameters?.find((one) => one.name === 'name')
  expect(name?.schema.enum).toEqual(
    expect.arrayContaining([
      'clickRevealLocation',
      'newNotifications',
      'emailConfirmationPopupInteraction',
    ]),
  )
})

test('the widgets are those of the specification', () => {
  const list = paths['/widget/{list}/page/{page}/count/{count}']?.['get']?.parameters?.find(
    ({ name }) => name === 'list',
  )
  expect([...(list?.schema.enum ?? [])].toSorted()).toEqual(
    'onlineNow nearYou newMembers viewedYou likesYou matches youLike youViewed'
      .split(' ')
      .toSorted(),
  )
})

function fieldsOf(body: { content: Record<string, { schema: Schema }> } | undefined): string[] {
  return Object.values(body?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(schema.properties ?? {}),
  )
}

function answerOf(method: string, path: string): Record<string, Schema> {
  return Object.assign(
    {},
    ...Object.values(paths[path]?.[method]?.responses['200']?.content ?? {}).map(
      ({ schema }) => schema.properties,
    ),
  )
}
