import { adFor } from '../ads.ts'
import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'truebootycall',
  name: 'TrueBootyCall',
  domain: 'truebootycall.example',
  shortName: 'tb',
  projectId: 10,
  billing: {
    model: 'subscription',
    plans: [
      {
        keyword: 'tb-month',
        name: '1 month',
        days: 30,
        price: { amount: 1995, currency: 'USD' },
        renews: true,
      },
      {
        keyword: 'tb-quarter',
        name: '3 months',
        days: 90,
        price: { amount: 4485, currency: 'USD' },
        renews: true,
      },
      {
        keyword: 'tb-year',
        name: '12 months',
        days: 365,
        price: { amount: 8940, currency: 'USD' },
        renews: true,
      },
    ],
    oneDayFreeTrial: true,
    useAlternateConfig: true,
  },
  flags: {
    locationChangeNeedsPremium: true,
    showAds: true,
    footerAds: true,
    showUpgradeAfterRegister: true,
    showInteractionPopup: true,
    displayOneclickPopupOnExit: true,
    subscribeToUsersPage: true,
    scrollIntoPaymentForm: true,
    chatListLayoutABTestSide: 'B',
  },
  traffic: {
    tmDomain: 'https://traffic.truebootycall.example/',
    groupIdExitPopup: 96,
    campaignId: 77,
  },
  ads: [adFor('page', 'localhussies'), adFor('footer', 'adultcrush')],
  theme: {
    primary: '#4838bf',
    secondary: '#65eebc',
    background: '#f3f3fd',
    backgroundDark: '#0d0c22',
    text: '#1c1645',
    landing: 'facade',
    fonts: { display: 'Sora Variable', text: 'Sora Variable' },
  },
  copy: { joinLabel: 'I am awake', tagline: 'For those still up' },
  voice: {
    greeting: 'Still up, {name}?',
    welcome: 'You are not the only lit window.',
    places: {
      home: 'Your window',
      search: 'Lights on',
      messages: 'Late calls',
      lists: 'Across the street',
    },
    quiet: 'No lights on here yet.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'Kind of you, but not tonight and not with me. Good night!',
      'I turn my light off here. I hope another one is on for you.',
    ],
    match: 'Two windows lit. Say good evening.',
    first: 'Both lights on, and nobody has called. Say good evening.',
    nobody: 'No lit window shows all of that.',
  },
  prompts,
  legal: {
    companyName: 'After Midnight Inc.',
    companyAddress: '404 Nightjar Avenue, Halifax, NS B3H 0X0',
    companyCountry: 'CA',
    isPlaceholder: true,
    supportEmail: 'support@truebootycall.example',
  },
  seo: {
    title: 'TrueBootyCall – for those still up',
    description:
      'Late-night dating for adults: see who is awake nearby, and say what you are up for. Free to join.',
    keywords: 'late night dating, online now, adults nearby',
  },
  limits: { maxMessageChars: 500, maxUpdateChars: 160 },
  searchCountries: ['US', 'CA', 'GB', 'AU'],
  defaultBirthDay: '1994-01-01',
  timeZone: 'America/Toronto',
  oneSignalAppId: 'd2a90c3b-6f1e-4d0a-b8c8-2f60f7a4b913',
}
