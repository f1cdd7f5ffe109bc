import { z } from 'zod'
import { genderValues } from './genders.ts'
import { mayLeadTo } from './links.ts'

/** An amount of money: minor units (cents) and an ISO 4217 code. */
const price = z.strictObject({ amount: z.int().positive(), currency: z.string().length(3) })

const plan = z.strictObject({
  keyword: z.string(),
  name: z.string(),
  days: z.int().positive(),
  price,
  renews: z.boolean(),
})

const pack = z.strictObject({
  keyword: z.string(),
  name: z.string(),
  credits: z.int().positive(),
  price,
  /** Days until unspent credits of this pack expire. */
  expiresAfter: z.int().positive(),
})

/** How a brand earns its living: decisions §1 gives each brand one of the three. */
const billing = z.discriminatedUnion('model', [
  z.strictObject({
    model: z.literal('subscription'),
    plans: z.array(plan).min(1),
    oneDayFreeTrial: z.boolean(),
  }),
  z.strictObject({
    model: z.literal('credits'),
    packs: z.array(pack).min(1),
    /** What an act costs, in credits. */
    prices: z.strictObject({ message: z.int(), magicMessage: z.int(), revealLocation: z.int() }),
    /** Credits given when onboarding is complete. */
    welcomeCredits: z.int().nonnegative(),
    customFlow: z.boolean(),
  }),
  z.strictObject({
    model: z.literal('partner'),
    /** Billing partner code of the specification; 7 is unlimited access. */
    partner: z.int().positive(),
  }),
])

const flags = z.strictObject({
  isResponsive: z.boolean(),
  isMainstreamSite: z.boolean(),
  markAdvert: z.boolean(),
  showAds: z.boolean(),
  footerAds: z.boolean(),
  contentWall: z.boolean(),
  hasFreeMovies: z.boolean(),
  monetizationFlag: z.boolean(),
  monetizationPageViewsCount: z.int().positive(),
  showFullPageAd: z.boolean(),
  showFullPageAdFS: z.boolean(),
  removeOptimiserRedirects: z.boolean(),
  adblockOptimiserAds: z.boolean(),
  showUpgradeAfterRegister: z.boolean(),
  showVirtualHottie: z.boolean(),
  showInteractionPopup: z.boolean(),
  nProfileInsteadOfLprofile: z.boolean(),
  sendTrafficToIMLive: z.boolean(),
  displayOneclickPopupOnExit: z.boolean(),
  subscribeToUsersPage: z.boolean(),
  scrollIntoPaymentForm: z.boolean(),
  audioMessageFS: z.boolean(),
  chatListLayoutABTestSide: z.enum(['A', 'B']),
})

/** Places by their key, as a link names it. */
const places = z.record(
  z.string().regex(/^[\w-]{1,40}$/, 'a key is letters, digits, - and _, at most 40'),
  z.string().refine(mayLeadTo, 'must be a path of the brand or an https:// address'),
)

const traffic = z.strictObject({
  /** Where tracking links lead. */
  redirects: places,
  /** Where the offers of mails lead a member. */
  offers: places,
  /** Base address of an external traffic site, for the exit popunder. */
  tmDomain: z.url(),
  /** Where `sendTrafficToIMLive` sends people; required while that flag is on. */
  trafficUrl: z.url().nullable(),
  groupIdExitPopup: z.int().positive(),
  campaignId: z.int().nonnegative(),
})

const hex = z.string().regex(/^#[0-9a-f]{6}$/)

const theme = z.strictObject({
  /** sRGB twins of theme.css, for mail, the manifest and the specification's `themeColors`. */
  primary: hex,
  secondary: hex,
  background: hex,
  backgroundDark: hex,
  text: hex,
  /** Which landing composition the brand uses (`src/layouts/landing/`). */
  landing: z.enum(['pair', 'letter', 'poster', 'table', 'band', 'stack', 'label', 'map', 'keyhole', 'facade', 'trail', 'plain']),
  /** `displayStyle` is the style of headlines, so that a page preloads the right file. */
  fonts: z.strictObject({ display: z.string(), displayStyle: z.enum(['normal', 'italic']), text: z.string() }),
})

/** The words that go wherever the brand goes; those of its pages are texts (src/content). */
const copy = z.strictObject({
  joinLabel: z.string(),
  /** One line under the name in mails and page footers. */
  tagline: z.string().max(80),
})

export const brandSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z]+$/),
    name: z.string(),
    /** Production domain; with SITES_SUFFIX set, `<id>.<suffix>` is used instead. */
    domain: z.string(),
    shortName: z.string(),
    projectId: z.int().positive(),
    billing,
    flags,
    traffic,
    theme,
    copy,
    legal: z.strictObject({
      companyName: z.string(),
      companyAddress: z.string(),
      companyCountry: z.string().length(2),
      custodian: z.string(),
      supportEmail: z.email(),
    }),
    seo: z.strictObject({ title: z.string().max(70), description: z.string().max(160), keywords: z.string() }),
    limits: z.strictObject({ maxMessageChars: z.int().positive(), maxUpdateChars: z.int().positive() }),
    /** Countries offered first at register and in search, ISO 3166-1 alpha-2. */
    searchCountries: z.array(z.string().length(2)).min(1),
    defaultLookingFor: z.array(z.enum(genderValues)).min(1),
    defaultBirthDay: z.iso.date(),
    oneSignalAppId: z.string().nullable(),
  })
  .refine((brand) => !brand.flags.sendTrafficToIMLive || brand.traffic.trafficUrl !== null, {
    error: 'sendTrafficToIMLive needs traffic.trafficUrl',
    path: ['traffic', 'trafficUrl'],
  })

/** One themed site of the network, as data. */
export type Brand = z.infer<typeof brandSchema>
export type Billing = Brand['billing']
