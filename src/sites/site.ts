import { z } from 'zod'
import { isEmailAddress } from '../lib/email-addresses.ts'
import { adSlots } from './ads.ts'
import { genderValues } from './genders.ts'
import { mayLeadTo, networkMailTargets, networkRedirects } from './links.ts'
import { listingLimits } from './listing.ts'
import { commonPrompts } from './prompts.ts'

/** Money: minor units (cents) and an ISO 4217 code. */
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

/** A share off the first payment, once for each member, until the end of a day (UTC). */
const promoCode = z.strictObject({
  code: z.string().regex(/^[A-Z0-9]{4,20}$/),
  percent: z.int().min(5).max(80),
  until: z.iso.date(),
})

/** Of brands that sell by the card gateway's form. */
const sale = {
  promoCodes: z.array(promoCode).default([]),
  /**
   * The gateway's other configuration, in which its form also asks for the postal code of the card.
   */
  useAlternateConfig: z.boolean().default(false),
}

/** The billing model; decisions §1 assigns one of three to each brand. */
const billing = z.discriminatedUnion('model', [
  z.strictObject({
    model: z.literal('subscription'),
    plans: z.array(plan).min(1),
    oneDayFreeTrial: z.boolean().default(false),
    ...sale,
  }),
  z.strictObject({
    model: z.literal('credits'),
    packs: z.array(pack).min(1),
    /**
     * Prices of actions in credits, equal on all brands because they share one balance (decisions
     * §1, §5).
     */
    prices: z
      .strictObject({ message: z.int(), magicMessage: z.int(), revealLocation: z.int() })
      .default({ message: 1, magicMessage: 5, revealLocation: 2 }),
    welcomeCredits: z.int().nonnegative(),
    customFlow: z.boolean().default(false),
    ...sale,
  }),
  z.strictObject({
    model: z.literal('partner'),
    /** Billing partner code of the specification; 7 is unlimited access. */
    partner: z.int().positive(),
  }),
])

/** Off by default: a brand's file must enable sales, ads and tracking explicitly. */
const off = z.boolean().default(false)

const flags = z.strictObject({
  isResponsive: z.boolean().default(true),
  isMainstreamSite: off,
  markAdvert: z.boolean().default(true),
  showAds: off,
  footerAds: off,
  contentWall: off,
  hasFreeMovies: off,
  monetizationFlag: off,
  monetizationPageViewsCount: z.int().positive().default(25),
  showFullPageAd: off,
  showFullPageAdFS: off,
  removeOptimiserRedirects: off,
  adblockOptimiserAds: off,
  showUpgradeAfterRegister: off,
  showVirtualHottie: off,
  showInteractionPopup: off,
  /** Profiles show their photo in normal size (n) beside the words, instead of large (l). */
  nProfileInsteadOfLprofile: off,
  sendTrafficToIMLive: off,
  displayOneclickPopupOnExit: off,
  /** Whoever has paid goes on to the people, instead of to where they came from. */
  subscribeToUsersPage: off,
  scrollIntoPaymentForm: off,
  audioMessageFS: off,
  /**
   * Only premium members change their place (specification §2, the `location change upgrade`
   * modal).
   */
  locationChangeNeedsPremium: off,
  /** A is the control group. */
  chatListLayoutABTestSide: z.enum(['A', 'B']).default('A'),
})

const places = (ofAll: Readonly<Record<string, string>>) =>
  z
    .record(
      z.string().regex(/^[\w-]{1,40}$/, 'a key is letters, digits, - and _, at most 40'),
      z.string().refine(mayLeadTo, 'must be a path of the brand or an https:// address'),
    )
    .default({})
    .transform((own): Record<string, string> => ({ ...ofAll, ...own }))

const traffic = z.strictObject({
  redirects: places(networkRedirects),
  offers: places(networkMailTargets),
  tmDomain: z.url(),
  /** The target of `sendTrafficToIMLive`; required if that flag is on. */
  trafficUrl: z.url().nullable().default(null),
  /** 94 is the specification's value (§7). */
  groupIdExitPopup: z.int().positive().default(94),
  /** 0: no campaign. */
  campaignId: z.int().nonnegative().default(0),
})

/** `site:<id>` is the landing of a sister site, on whatever domain it has here. */
const adLink = z
  .string()
  .regex(
    /^(?:site:[a-z]+|https:\/\/[a-z0-9.-]+(?:[/?#].*)?)$/,
    'must be site:<brand> or an https:// address',
  )

/**
 * An advertisement (decisions §7): first-party data. `file` is a picture of `public/ads/`, drawn by
 * us.
 */
const ad = z.strictObject({
  // Those of publishers are counted as ad-<number>.
  id: z.string().regex(/^(?!ad-\d)[\w-]{1,40}$/),
  slot: z.enum(adSlots),
  picture: z.strictObject({ file: z.string().regex(/^[a-z-]+$/), alt: z.string().min(1) }),
  headline: z.string().max(60),
  text: z.string().max(160),
  action: z.string().max(40),
  link: adLink,
})

const httpsOrigin = z
  .string()
  .regex(/^https:\/\/[a-z0-9.-]+(?::\d+)?$/, 'must be an https:// origin without a path')

/**
 * A place whose ads somebody else's script fills (decisions §7). It takes the place of the slot's
 * own ads, in a sandboxed frame of this size; `alsoFrom` are origins from which that script loads
 * what it shows.
 */
const zone = z.strictObject({
  id: z.string().regex(/^(?!ad-\d)[\w-]{1,40}$/),
  slot: z.enum(['page', 'footer']),
  scriptUrl: z.url({ protocol: /^https$/ }),
  alsoFrom: z.array(httpsOrigin).default([]),
  width: z.int().min(100).max(970),
  height: z.int().min(50).max(600),
})

/** What a full-page ad offers beside its picture; `/ad/monetisationUrl` tells the address by id. */
const monetizationOption = z.strictObject({
  id: z.int().positive(),
  label: z.string().max(60),
  link: adLink,
})

const hex = z.string().regex(/^#[0-9a-f]{6}$/)

const theme = z.strictObject({
  /** sRGB values of theme.css, for mail, the manifest and the specification's `themeColors`. */
  primary: hex,
  secondary: hex,
  background: hex,
  backgroundDark: hex,
  text: hex,
  /** The brand's landing composition (`src/landings/`). */
  landing: z.enum([
    'pair',
    'letter',
    'poster',
    'table',
    'band',
    'stack',
    'label',
    'map',
    'keyhole',
    'facade',
    'trail',
    'plain',
  ]),
  /** `displayStyle` is the style of headlines, so that a page preloads the right file. */
  fonts: z.strictObject({
    display: z.string(),
    displayStyle: z.enum(['normal', 'italic']).default('normal'),
    text: z.string(),
  }),
})

const copy = z.strictObject({
  joinLabel: z.string(),
  tagline: z.string().max(listingLimits.tagline.most),
})

const ending = z.string().min(20).max(120)

/**
 * A brand's words for members. The menu has the plain names of pages on every brand; a place stands
 * beside its page's title.
 */
const voice = z.strictObject({
  /** The dashboard's title; `{name}` is the member's username. */
  greeting: z.string().max(48).includes('{name}').default('Hello, {name}'),
  /** Under the greeting. */
  welcome: z.string().max(90).default('Good to see you here.'),
  places: z
    .strictObject({
      home: z.string().max(24).default('Home'),
      search: z.string().max(24).default('Who is here'),
      messages: z.string().max(24).default('Your letters'),
      lists: z.string().max(24).default('People and you'),
    })
    .prefault({}),
  /** Before the explanation of why a list is empty. */
  quiet: z.string().max(60).default('Nothing here so far.'),
  /**
   * Ready answers for whoever feels no match; each stands alone, says so plainly and wishes well.
   */
  endings: z
    .tuple([ending, ending, ending])
    .default([
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'That was kind of you. I am not looking for more just now. Take care!',
      'It was nice to hear from you. I will leave it here, and I hope you meet somebody good.',
    ]),
  /** In the dialog of a match, under who matched. */
  match: z.string().max(60).default('Say something while it is new.'),
  /** In a chat without a message. */
  first: z.string().max(80).default('Nothing said yet. Ask about their profile.'),
  /** In a search that finds nobody. */
  nobody: z.string().max(80).default('Somebody like that may join any day.'),
})

/**
 * Questions that members may answer on their profiles, in the brand's voice
 * (features/core/people/prompts/prompts.sql.ts).
 */
const prompts = z
  .array(
    z.strictObject({
      key: z.string().regex(/^[a-z][a-zA-Z0-9]{1,30}$/),
      question: z.string().min(5).max(70),
    }),
  )
  .min(6)
  .max(20)
  .refine(
    (all) => new Set(all.map(({ key }) => key)).size === all.length,
    'keys of questions must differ',
  )
  .default([...commonPrompts])

const legal = z
  .strictObject({
    companyName: z.string(),
    companyAddress: z.string(),
    companyCountry: z.string().length(2),
    /** Nobody's company yet: production does not start with it. */
    isPlaceholder: z.boolean().default(false),
    /** Custodian of records under 18 U.S.C. § 2257; by default the company. */
    custodian: z.string().optional(),
    supportEmail: z.string().refine(isEmailAddress, 'This is no e-mail address.'),
  })
  .transform(({ custodian, ...legal }) => ({
    ...legal,
    custodian: custodian ?? `Records Custodian, ${legal.companyName}`,
  }))

const neededSlots = [
  ['showAds', 'page'],
  ['footerAds', 'footer'],
  ['showFullPageAdFS', 'fullPage'],
] as const

const threshold = z.strictObject({
  from: z.int().positive(),
  act: z.enum(['warn', 'limit', 'suspend', 'ban']),
  /** Of a limit or a suspension. */
  days: z.int().positive().nullable(),
})

/** How strict a brand is; one that depends on discretion may be stricter than the rest. */
const enforcement = z.strictObject({
  /** From how many strikes which act is recommended to staff; in rising order. */
  thresholds: z
    .array(threshold)
    .min(1)
    .default([
      { from: 1, act: 'warn', days: null },
      { from: 3, act: 'limit', days: 7 },
      { from: 4, act: 'suspend', days: 7 },
      { from: 6, act: 'suspend', days: 30 },
      { from: 8, act: 'ban', days: null },
    ])
    .refine(
      (all) => all.every(({ from }, index) => index === 0 || from > (all[index - 1]?.from ?? 0)),
      'thresholds must rise',
    ),
  /**
   * From which numbers the rules against fraud fire (features/core/rules/rules.ts). Days and hours
   * go back from the act.
   */
  fraud: z
    .strictObject({
      copiesTo: z.int().positive().default(5),
      copiesFrom: z.int().positive().default(2),
      firstsInHour: z.int().positive().default(15),
      recipientsInDay: z.int().positive().default(10),
      unansweredShare: z.number().positive().max(1).default(0.9),
      contactsInDay: z.int().positive().default(3),
      moneyInDay: z.int().positive().default(2),
      /**
       * An account that asks for money is new for so many days; one whose profile leads elsewhere,
       * for the second.
       */
      newDays: z.int().positive().default(7),
      newProfileDays: z.int().positive().default(30),
      fromDevice: z.int().positive().default(3),
      fromNetwork: z.int().positive().default(10),
      failuresInDay: z.int().positive().default(5),
    })
    .prefault({}),
})

/**
 * What a member gets of all of support together within thirty days without a lead; one person gives
 * all members within a day five times that.
 */
const support = z.strictObject({
  credits: z.int().nonnegative().default(50),
  days: z.int().nonnegative().default(14),
  /** Of what was charged, in the smallest unit of the brand's currency. */
  refund: z.int().nonnegative().default(5000),
})

/** Of a brand that says nothing of its own. */
export const usualEnforcement = enforcement.parse({})

export const brandSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z]+$/),
    name: z.string(),
    /** Production domain; if SITES_SUFFIX is set, `<id>.<suffix>` replaces it. */
    domain: z.string(),
    shortName: z.string(),
    projectId: z.int().positive(),
    billing,
    flags: flags.prefault({}),
    traffic,
    ads: z.array(ad).default([]),
    zones: z.array(zone).default([]),
    monetizationOptions: z.array(monetizationOption).default([]),
    theme,
    copy,
    voice: voice.prefault({}),
    prompts,
    legal,
    seo: z.strictObject({
      title: z.string().max(listingLimits.seoTitle.most),
      description: z.string().max(listingLimits.seoDescription.most),
      keywords: z.string().max(listingLimits.seoKeywords.most),
      /** Where the landing is shared; by default title and description. */
      shareTitle: z.string().max(listingLimits.shareTitle.most).optional(),
      shareLine: z.string().max(listingLimits.shareLine.most).optional(),
    }),
    enforcement: enforcement.prefault({}),
    support: support.prefault({}),
    limits: z.strictObject({
      maxMessageChars: z.int().positive(),
      maxUpdateChars: z.int().positive(),
    }),
    /**
     * Countries in which members of the brand search (besides their own), listed first at
     * registration; ISO 3166-1 alpha-2.
     */
    searchCountries: z.array(z.string().length(2)).min(1),
    /** Preselected at registration: the most common choice. */
    defaultLookingFor: z.array(z.enum(genderValues)).min(1).default(['woman', 'man']),
    defaultBirthDay: z.iso.date(),
    /** By which staff plan what is published on the brand; IANA name. */
    timeZone: z
      .string()
      .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'must be a time zone')
      .default('Europe/London'),
    oneSignalAppId: z.string().nullable().default(null),
  })
  .refine((brand) => !brand.flags.sendTrafficToIMLive || brand.traffic.trafficUrl !== null, {
    error: 'sendTrafficToIMLive needs traffic.trafficUrl',
    path: ['traffic', 'trafficUrl'],
  })
  .superRefine(({ flags: on, ads, zones }, context) => {
    for (const [flag, slot] of neededSlots) {
      if (on[flag] && ![...ads, ...zones].some((one) => one.slot === slot))
        context.addIssue({
          code: 'custom',
          path: ['ads'],
          message: `${flag} needs an ad in the slot ${slot}`,
        })
    }
    const ids = [...ads, ...zones].map(({ id }) => id)
    if (new Set(ids).size < ids.length)
      context.addIssue({ code: 'custom', path: ['ads'], message: 'ids of ads must differ' })
    if (new Set(zones.map(({ slot }) => slot)).size < zones.length)
      context.addIssue({ code: 'custom', path: ['zones'], message: 'a slot has one zone at most' })
  })
  .refine((brand) => !brand.flags.locationChangeNeedsPremium || brand.billing.model !== 'credits', {
    error:
      'locationChangeNeedsPremium needs a brand on which members can be premium for a time: not one of credits',
    path: ['flags', 'locationChangeNeedsPremium'],
  })

export type BrandData = z.input<typeof brandSchema>

export type Brand = z.output<typeof brandSchema>
export type Billing = Brand['billing']
