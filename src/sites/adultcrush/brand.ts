import { adFor } from '../ads.ts'
import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'adultcrush',
  name: 'AdultCrush',
  domain: 'adultcrush.example',
  shortName: 'ac',
  projectId: 1,
  billing: {
    model: 'subscription',
    plans: [
      {
        keyword: 'ac-month',
        name: '1 month',
        days: 30,
        price: { amount: 2995, currency: 'USD' },
        renews: true,
      },
      {
        keyword: 'ac-quarter',
        name: '3 months',
        days: 90,
        price: { amount: 5985, currency: 'USD' },
        renews: true,
      },
      {
        keyword: 'ac-year',
        name: '12 months',
        days: 365,
        price: { amount: 11940, currency: 'USD' },
        renews: true,
      },
    ],
    promoCodes: [{ code: 'SECONDLOOK', percent: 20, until: '2027-12-31' }],
  },
  flags: {
    showAds: true,
    footerAds: true,
    monetizationFlag: true,
    monetizationPageViewsCount: 60,
    showFullPageAd: true,
    showFullPageAdFS: true,
    showInteractionPopup: true,
    displayOneclickPopupOnExit: true,
    scrollIntoPaymentForm: true,
  },
  traffic: { tmDomain: 'https://traffic.adultcrush.example/' },
  ads: [
    adFor('page', 'wivesnow'),
    adFor('page', 'truebootycall'),
    adFor('footer', 'localhussies'),
    adFor('fullPage', 'wivesnow'),
  ],
  monetizationOptions: [
    { id: 1, label: 'Have a look at WivesNow', link: 'site:wivesnow' },
    { id: 2, label: 'Have a look at LocalHussies', link: 'site:localhussies' },
  ],
  theme: {
    primary: '#bb0440',
    secondary: '#f8aa6d',
    background: '#fff4f5',
    backgroundDark: '#190a10',
    text: '#36111b',
    landing: 'pair',
    fonts: { display: 'Bricolage Grotesque Variable', text: 'Instrument Sans Variable' },
  },
  copy: { joinLabel: 'Join free', tagline: 'Grown-up dating, said plainly' },
  voice: {
    welcome: 'Say what you want. Somebody here wants it too.',
    places: { messages: 'Your chats', lists: 'You and them' },
    quiet: 'Nothing yet, to say it plainly.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'Plainly: this is not for me. It was kind of you to write.',
      'I will stop here rather than keep you waiting. All the best!',
    ],
    match: 'That was plain enough. Go on.',
    first: 'Nobody has said a word yet. Say what you noticed first.',
    nobody: 'Plainly: nobody here is all of that.',
  },
  prompts,
  legal: {
    companyName: 'Crush Network Ltd',
    companyAddress: '12 Harbour Row, Limassol 3036',
    companyCountry: 'CY',
    isPlaceholder: true,
    supportEmail: 'support@adultcrush.example',
  },
  seo: {
    title: 'AdultCrush – grown-up dating, said plainly',
    description:
      'A members-only dating site for adults who know what they like. Join free, stay discreet, meet real people near you.',
    keywords: 'adult dating, discreet dating, meet adults nearby',
  },
  limits: { maxMessageChars: 1000, maxUpdateChars: 280 },
  searchCountries: ['US', 'GB', 'CA', 'AU', 'IE', 'NZ', 'DE', 'NL'],
  defaultBirthDay: '1990-01-01',
  timeZone: 'Asia/Nicosia',
}
