import { adFor } from '../ads.ts'
import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'steamyplay',
  name: 'SteamyPlay',
  domain: 'steamyplay.example',
  shortName: 'sp',
  projectId: 6,
  billing: {
    model: 'subscription',
    plans: [
      {
        keyword: 'sp-month',
        name: '1 month',
        days: 30,
        price: { amount: 2495, currency: 'USD' },
        renews: true,
      },
      {
        keyword: 'sp-half',
        name: '6 months',
        days: 180,
        price: { amount: 8970, currency: 'USD' },
        renews: true,
      },
      {
        keyword: 'sp-year',
        name: '12 months',
        days: 365,
        price: { amount: 11880, currency: 'USD' },
        renews: true,
      },
    ],
  },
  flags: {
    showAds: true,
    footerAds: true,
    contentWall: true,
    hasFreeMovies: true,
    adblockOptimiserAds: true,
    showUpgradeAfterRegister: true,
    showInteractionPopup: true,
    displayOneclickPopupOnExit: true,
    scrollIntoPaymentForm: true,
  },
  traffic: {
    tmDomain: 'https://traffic.steamyplay.example/',
    groupIdExitPopup: 99,
    campaignId: 44,
  },
  ads: [adFor('page', 'adultcrush'), adFor('page', 'truebootycall'), adFor('footer', 'wivesnow')],
  theme: {
    primary: '#794b0b',
    secondary: '#f4c358',
    background: '#f7f3ee',
    backgroundDark: '#130e0a',
    text: '#261d14',
    landing: 'stack',
    fonts: { display: 'Big Shoulders Variable', text: 'Libre Franklin Variable' },
  },
  copy: { joinLabel: 'Take a seat', tagline: 'The late show, for two' },
  voice: {
    greeting: 'Doors are open, {name}',
    welcome: 'The house is filling. Come as you are.',
    places: {
      home: 'The foyer',
      search: 'The house tonight',
      messages: 'Backstage notes',
      lists: 'The guest book',
    },
    quiet: 'The house lights are still up.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'A kind line, but not my play. Enjoy the show!',
      'My curtain falls here, with applause for writing first.',
    ],
    match: 'Two seats, one candle. Curtain up.',
    first: 'The stage is empty. The first line is yours.',
    nobody: 'No seat in the house fits all of that.',
  },
  prompts,
  legal: {
    companyName: 'Marquee Row LLC',
    companyAddress: '210 Lantern Street, Suite 9, Dover, DE 19900',
    companyCountry: 'US',
    isPlaceholder: true,
    supportEmail: 'support@steamyplay.example',
  },
  seo: {
    title: 'SteamyPlay – the late show, for two',
    description:
      'A members-only house for playful adults: a foyer for real people, private photos for whom you choose, and live conversations.',
    keywords: 'adult members club, playful dating, late show',
  },
  limits: { maxMessageChars: 1000, maxUpdateChars: 280 },
  searchCountries: ['US', 'CA', 'GB', 'AU'],
  defaultBirthDay: '1990-01-01',
  timeZone: 'America/New_York',
  oneSignalAppId: 'b1d9c7c4-0f34-45aa-8f52-57a4d0b3e6f1',
}
