import { z } from 'zod'
import { genderValues } from './genders.ts'
import { mayLeadTo, networkOffers, networkRedirects } from './links.ts'

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
    oneDayFreeTrial: z.boolean().default(false),
  }),
  z.strictObject({
    model: z.literal('credits'),
    packs: z.array(pack).min(1),
    /** What an act costs, in credits: the same on every brand, since there is one purse (decisions §1, §5). */
    prices: z.strictObject({ message: z.int(), magicMessage: z.int(), revealLocation: z.int() }).default({ message: 1, magicMessage: 5, revealLocation: 2 }),
    /** Credits given when onboarding is complete. */
    welcomeCredits: z.int().nonnegative(),
    customFlow: z.boolean().default(false),
  }),
  z.strictObject({
    model: z.literal('partner'),
    /** Billing partner code of the specification; 7 is unlimited access. */
    partner: z.int().positive(),
  }),
])

/** Off unless the brand says so: nothing sells, interrupts or counts people because a file forgot to refuse it. */
const off = z.boolean().default(false)

const flags = z.strictObject({
  /** Every page of ours is laid out for phones and desks. */
  isResponsive: z.boolean().default(true),
  isMainstreamSite: off,
  /** Advertising says that it is (decisions §7). */
  markAdvert: z.boolean().default(true),
  showAds: off,
  footerAds: off,
  contentWall: off,
  hasFreeMovies: off,
  monetizationFlag: off,
  /** Pages of a visit before an ad, where `monetizationFlag` is on: an evening's browsing. */
  monetizationPageViewsCount: z.int().positive().default(25),
  showFullPageAd: off,
  showFullPageAdFS: off,
  removeOptimiserRedirects: off,
  adblockOptimiserAds: off,
  showUpgradeAfterRegister: off,
  showVirtualHottie: off,
  showInteractionPopup: off,
  nProfileInsteadOfLprofile: off,
  sendTrafficToIMLive: off,
  displayOneclickPopupOnExit: off,
  subscribeToUsersPage: off,
  scrollIntoPaymentForm: off,
  audioMessageFS: off,
  /** A is the side to which B is compared. */
  chatListLayoutABTestSide: z.enum(['A', 'B']).default('A'),
})

/** Places by their key, as a link names it: those of every brand, and what a brand adds to them or has elsewhere. */
const places = (ofAll: Readonly<Record<string, string>>) =>
  z
    .record(
      z.string().regex(/^[\w-]{1,40}$/, 'a key is letters, digits, - and _, at most 40'),
      z.string().refine(mayLeadTo, 'must be a path of the brand or an https:// address'),
    )
    .default({})
    .transform((own): Record<string, string> => ({ ...ofAll, ...own }))

const traffic = z.strictObject({
  /** Where tracking links lead. */
  redirects: places(networkRedirects),
  /** Where the offers of mails lead a member. */
  offers: places(networkOffers),
  /** Base address of an external traffic site, for the exit popunder. */
  tmDomain: z.url(),
  /** Where `sendTrafficToIMLive` sends people; required while that flag is on. */
  trafficUrl: z.url().nullable().default(null),
  /** 94 is the specification's (§7). */
  groupIdExitPopup: z.int().positive().default(94),
  /** 0: no campaign of its own. */
  campaignId: z.int().nonnegative().default(0),
})

const hex = z.string().regex(/^#[0-9a-f]{6}$/)

const theme = z.strictObject({
  /** sRGB twins of theme.css, for mail, the manifest and the specification's `themeColors`. */
  primary: hex,
  secondary: hex,
  background: hex,
  backgroundDark: hex,
  text: hex,
  /** Which landing composition the brand uses (`src/landings/`). */
  landing: z.enum(['pair', 'letter', 'poster', 'table', 'band', 'stack', 'label', 'map', 'keyhole', 'facade', 'trail', 'plain']),
  /** `displayStyle` is the style of headlines, so that a page preloads the right file. */
  fonts: z.strictObject({ display: z.string(), displayStyle: z.enum(['normal', 'italic']).default('normal'), text: z.string() }),
})

/** The words that go wherever the brand goes; those of its pages are texts (src/content). */
const copy = z.strictObject({
  joinLabel: z.string(),
  /** One line under the name in mails and page footers. */
  tagline: z.string().max(80),
})

const legal = z
  .strictObject({
    companyName: z.string(),
    companyAddress: z.string(),
    companyCountry: z.string().length(2),
    /** Who keeps the records that 18 U.S.C. § 2257 asks for: the company, unless it names somebody else. */
    custodian: z.string().optional(),
    supportEmail: z.email(),
  })
  .transform(({ custodian, ...legal }) => ({ ...legal, custodian: custodian ?? `Records Custodian, ${legal.companyName}` }))

export const brandSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z]+$/),
    name: z.string(),
    /** Production domain; with SITES_SUFFIX set, `<id>.<suffix>` is used instead. */
    domain: z.string(),
    shortName: z.string(),
    projectId: z.int().positive(),
    billing,
    flags: flags.prefault({}),
    traffic,
    theme,
    copy,
    legal,
    seo: z.strictObject({ title: z.string().max(70), description: z.string().max(160), keywords: z.string() }),
    limits: z.strictObject({ maxMessageChars: z.int().positive(), maxUpdateChars: z.int().positive() }),
    /** Countries offered first at register and in search, ISO 3166-1 alpha-2. */
    searchCountries: z.array(z.string().length(2)).min(1),
    /** Chosen beforehand at register: what most people who come look for. */
    defaultLookingFor: z.array(z.enum(genderValues)).min(1).default(['woman', 'man']),
    defaultBirthDay: z.iso.date(),
    /** Null where the brand sends no pushes. */
    oneSignalAppId: z.string().nullable().default(null),
  })
  .refine((brand) => !brand.flags.sendTrafficToIMLive || brand.traffic.trafficUrl !== null, {
    error: 'sendTrafficToIMLive needs traffic.trafficUrl',
    path: ['traffic', 'trafficUrl'],
  })

/** What a brand's file says: what is its own, and no default. */
export type BrandData = z.input<typeof brandSchema>

/** One themed site of the network, as data. */
export type Brand = z.output<typeof brandSchema>
export type Billing = Brand['billing']
