import { adFor } from '../ads.ts'
import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'meetwives',
  name: 'MeetWives',
  domain: 'meetwives.example',
  shortName: 'mw',
  projectId: 4,
  billing: { model: 'partner', partner: 3 },
  flags: {
    showAds: true,
    subscribeToUsersPage: true,
  },
  traffic: {
    tmDomain: 'https://traffic.meetwives.example/',
    groupIdExitPopup: 101,
    campaignId: 21,
  },
  ads: [adFor('page', 'adultcrush'), adFor('page', 'wivesnow')],
  theme: {
    primary: '#215e36',
    secondary: '#eca69c',
    background: '#f3f8ee',
    backgroundDark: '#0b140d',
    text: '#142a1a',
    landing: 'table',
    fonts: { display: 'Alegreya Variable', text: 'Nunito Sans Variable' },
  },
  copy: { joinLabel: 'Introduce yourself', tagline: 'Good company, well met' },
  voice: {
    greeting: 'Your chair is free, {name}',
    welcome: 'Sit down. There is company at the table.',
    places: {
      home: 'The table',
      search: 'The guest list',
      messages: 'Table talk',
      lists: 'Place cards',
    },
    quiet: 'The table is laid, and nobody sits here yet.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'It was good manners to write. My place is elsewhere; enjoy the evening.',
      'I leave the table here, with thanks for the company.',
    ],
    match: 'You sit next to each other now.',
    first: 'The table is laid. Ask how their day was.',
    nobody: 'Nobody at the table is all of that.',
  },
  prompts,
  legal: {
    companyName: 'Long Table Ltd',
    companyAddress: '3 Orchard Yard, Galway H91 0XX',
    companyCountry: 'IE',
    isPlaceholder: true,
    supportEmail: 'support@meetwives.example',
  },
  seo: {
    title: 'MeetWives – good company, well met',
    description:
      'Meet couples, wives and open-minded neighbours. Adults only, kind manners, unhurried evenings. Free to join.',
    keywords: 'meet couples, open-minded dating, verified adults',
  },
  limits: { maxMessageChars: 1500, maxUpdateChars: 320 },
  searchCountries: ['IE', 'GB', 'US', 'CA', 'AU', 'NZ'],
  defaultLookingFor: ['couple', 'woman'],
  defaultBirthDay: '1982-01-01',
  timeZone: 'Europe/Dublin',
}
