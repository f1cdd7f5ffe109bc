import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'discreetcrush',
  name: 'DiscreetCrush',
  domain: 'discreetcrush.example',
  shortName: 'dc',
  projectId: 9,
  billing: {
    model: 'subscription',
    plans: [
      {
        keyword: 'dc-month',
        name: '1 month',
        days: 30,
        price: { amount: 3400, currency: 'EUR' },
        renews: true,
      },
      {
        keyword: 'dc-half',
        name: '6 months',
        days: 180,
        price: { amount: 14400, currency: 'EUR' },
        renews: true,
      },
      {
        keyword: 'dc-year',
        name: '12 months',
        days: 365,
        price: { amount: 22800, currency: 'EUR' },
        renews: true,
      },
    ],
  },
  flags: {
    isMainstreamSite: true,
    markAdvert: false,
    removeOptimiserRedirects: true,
  },
  traffic: { tmDomain: 'https://traffic.discreetcrush.example/' },
  theme: {
    primary: '#653f55',
    secondary: '#dbc0bb',
    background: '#f6f3f5',
    backgroundDark: '#130f12',
    text: '#2a2126',
    landing: 'keyhole',
    fonts: { display: 'Ysabeau Variable', text: 'Newsreader Variable' },
  },
  copy: { joinLabel: 'Ask for a key', tagline: 'Kept between us' },
  voice: {
    greeting: 'Welcome back, {name}',
    welcome: 'The door is closed behind you. Nobody saw.',
    places: {
      home: 'The quiet room',
      search: 'Known to few',
      messages: 'Under the door',
      lists: 'Between us',
    },
    quiet: 'All is quiet.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'It stays between us: this is not for me. All the best to you.',
      'I would rather leave it here, quietly and kindly. Take care.',
    ],
    match: 'This stays between the two of you.',
    first: 'Nobody has knocked yet. A quiet question will do.',
    nobody: 'Even here, nobody is all of that.',
  },
  prompts,
  legal: {
    companyName: 'Quiet Room Oy',
    companyAddress: 'Hiljainen kuja 2, 00990 Helsinki',
    companyCountry: 'FI',
    isPlaceholder: true,
    supportEmail: 'support@discreetcrush.example',
  },
  seo: {
    title: 'DiscreetCrush – kept between us',
    description:
      'A small members’ place for discreet acquaintance: no ads, no trackers, photos shared one member at a time.',
    keywords: 'discreet dating, private dating, no ads',
  },
  // For those who depend on discretion: pestering ends sooner.
  enforcement: {
    thresholds: [
      { from: 1, act: 'warn', days: null },
      { from: 2, act: 'limit', days: 14 },
      { from: 4, act: 'suspend', days: 30 },
      { from: 6, act: 'ban', days: null },
    ],
    fraud: { copiesTo: 3, firstsInHour: 10 },
  },
  limits: { maxMessageChars: 2000, maxUpdateChars: 300 },
  searchCountries: ['FI', 'SE', 'NO', 'DK', 'DE', 'GB', 'US'],
  defaultBirthDay: '1985-01-01',
  timeZone: 'Europe/Helsinki',
}
