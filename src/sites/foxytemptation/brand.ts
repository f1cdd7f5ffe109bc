import { adFor } from '../ads.ts'
import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'foxytemptation',
  name: 'FoxyTemptation',
  domain: 'foxytemptation.example',
  shortName: 'ft',
  projectId: 11,
  billing: {
    model: 'credits',
    packs: [
      {
        keyword: 'ft-30',
        name: 'Trail',
        credits: 30,
        price: { amount: 1190, currency: 'GBP' },
        expiresAfter: 120,
      },
      {
        keyword: 'ft-90',
        name: 'Thicket',
        credits: 90,
        price: { amount: 2890, currency: 'GBP' },
        expiresAfter: 240,
      },
      {
        keyword: 'ft-220',
        name: 'Forest',
        credits: 220,
        price: { amount: 5990, currency: 'GBP' },
        expiresAfter: 365,
      },
    ],
    welcomeCredits: 6,
    customFlow: true,
  },
  flags: {
    showAds: true,
    footerAds: true,
    showUpgradeAfterRegister: true,
    showInteractionPopup: true,
    displayOneclickPopupOnExit: true,
  },
  traffic: {
    offers: { credits: '/billing/upgrade' },
    tmDomain: 'https://traffic.foxytemptation.example/',
    groupIdExitPopup: 95,
    campaignId: 88,
  },
  ads: [adFor('page', 'wivesnow'), adFor('page', 'localhussies'), adFor('footer', 'adultcrush')],
  theme: {
    primary: '#99440b',
    secondary: '#f6964c',
    background: '#f0f8f3',
    backgroundDark: '#09140f',
    text: '#0d271d',
    landing: 'trail',
    fonts: { display: 'Syne Variable', text: 'Hanken Grotesk Variable' },
  },
  copy: { joinLabel: 'Follow the trail', tagline: 'Quick wits welcome' },
  voice: {
    greeting: 'Well spotted, {name}',
    welcome: 'Fresh tracks since you were last about.',
    places: {
      home: 'The den',
      search: 'Pick up a scent',
      messages: 'Notes on the trail',
      lists: 'Tracks',
    },
    quiet: 'No tracks here yet.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'You write well, and I am not the one to chase. Good hunting!',
      'I leave the trail here. May somebody lovely cross yours.',
    ],
    match: 'Caught each other. The chase is yours.',
    first: 'Fresh snow, no tracks. Leave the first one.',
    nobody: 'The scent is lost: nobody is all of that.',
  },
  prompts,
  legal: {
    companyName: 'Russet and Pine Ltd',
    companyAddress: '1 Covert Lane, Inverness IV99 9ZZ',
    companyCountry: 'GB',
    isPlaceholder: true,
    supportEmail: 'support@foxytemptation.example',
  },
  seo: {
    title: 'FoxyTemptation – quick wits welcome',
    description:
      'Playful adult dating for quick wits: leave hints, follow trails, pay only for the moves you make. Free to join.',
    keywords: 'playful dating, flirting, credits dating',
  },
  limits: { maxMessageChars: 900, maxUpdateChars: 260 },
  searchCountries: ['GB', 'IE', 'US', 'CA', 'AU'],
  defaultLookingFor: ['woman', 'man', 'nonbinary'],
  defaultBirthDay: '1993-01-01',
}
