import { adFor } from '../ads.ts'
import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'wivesnow',
  name: 'WivesNow',
  domain: 'wivesnow.example',
  shortName: 'wn',
  projectId: 2,
  billing: {
    model: 'credits',
    packs: [
      {
        keyword: 'wn-20',
        name: 'Book of 20',
        credits: 20,
        price: { amount: 990, currency: 'EUR' },
        expiresAfter: 90,
      },
      {
        keyword: 'wn-60',
        name: 'Book of 60',
        credits: 60,
        price: { amount: 2490, currency: 'EUR' },
        expiresAfter: 180,
      },
      {
        keyword: 'wn-150',
        name: 'Book of 150',
        credits: 150,
        price: { amount: 4990, currency: 'EUR' },
        expiresAfter: 365,
      },
    ],
    welcomeCredits: 5,
    promoCodes: [{ code: 'FIRSTLETTER', percent: 25, until: '2027-12-31' }],
  },
  flags: {
    showInteractionPopup: true,
    showAds: true,
    nProfileInsteadOfLprofile: true,
    displayOneclickPopupOnExit: true,
    subscribeToUsersPage: true,
    chatListLayoutABTestSide: 'B',
  },
  traffic: {
    offers: { credits: '/billing/upgrade' },
    tmDomain: 'https://traffic.wivesnow.example/',
    groupIdExitPopup: 97,
    campaignId: 12,
  },
  ads: [adFor('page', 'meetwives'), adFor('page', 'adultcrush')],
  theme: {
    primary: '#2543a0',
    secondary: '#f07b5e',
    background: '#ebf5fc',
    backgroundDark: '#0b1221',
    text: '#172448',
    landing: 'letter',
    fonts: { display: 'Petrona Variable', displayStyle: 'italic', text: 'Petrona Variable' },
  },
  copy: { joinLabel: 'Open an account', tagline: 'A correspondence club for grown-ups' },
  voice: {
    greeting: 'Dear {name},',
    welcome: 'Some evenings deserve a letter of your own.',
    places: {
      home: 'The hall table',
      search: 'The address book',
      messages: 'The letterbox',
      lists: 'Admirers',
    },
    quiet: 'No post today.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'Your letter was kind. I am not looking for more just now. Take care.',
      'I close this letter here, with good wishes for you.',
    ],
    match: 'You have each other’s address now.',
    first: 'The page is empty. Begin with what you liked about them.',
    nobody: 'No address in the book fits all of that.',
  },
  prompts,
  legal: {
    companyName: 'Evening Post B.V.',
    companyAddress: 'Brievenkade 41, 1099 ZZ Amsterdam',
    companyCountry: 'NL',
    isPlaceholder: true,
    supportEmail: 'support@wivesnow.example',
  },
  seo: {
    title: 'WivesNow – a correspondence club for grown-ups',
    description:
      'Write to married and attached people who like to be written to. Reading is free, a letter costs one credit, and nothing renews by itself.',
    keywords: 'married dating, letters, discreet correspondence',
  },
  limits: { maxMessageChars: 2000, maxUpdateChars: 400 },
  searchCountries: ['NL', 'BE', 'DE', 'GB', 'IE', 'US', 'CA', 'AU'],
  defaultLookingFor: ['woman', 'man', 'couple'],
  defaultBirthDay: '1984-01-01',
  timeZone: 'Europe/Amsterdam',
}
