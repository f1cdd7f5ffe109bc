import { adFor } from '../ads.ts'
import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'steamymatches',
  name: 'SteamyMatches',
  domain: 'steamymatches.example',
  shortName: 'sm',
  projectId: 7,
  billing: {
    model: 'credits',
    packs: [
      {
        keyword: 'sm-25',
        name: 'Small box',
        credits: 25,
        price: { amount: 1490, currency: 'AUD' },
        expiresAfter: 90,
      },
      {
        keyword: 'sm-75',
        name: 'Kitchen box',
        credits: 75,
        price: { amount: 3790, currency: 'AUD' },
        expiresAfter: 180,
      },
      {
        keyword: 'sm-200',
        name: 'Crate',
        credits: 200,
        price: { amount: 7990, currency: 'AUD' },
        expiresAfter: 365,
      },
    ],
    welcomeCredits: 4,
  },
  flags: {
    showAds: true,
    footerAds: true,
    nProfileInsteadOfLprofile: true,
    displayOneclickPopupOnExit: true,
    sendTrafficToIMLive: true,
  },
  traffic: {
    offers: { credits: '/billing/upgrade' },
    tmDomain: 'https://traffic.steamymatches.example/',
    trafficUrl: 'https://live.steamymatches.example/',
    campaignId: 55,
  },
  ads: [adFor('page', 'meetwives'), adFor('page', 'foxytemptation'), adFor('footer', 'adultcrush')],
  theme: {
    primary: '#b82002',
    secondary: '#9bd8f6',
    background: '#ebf7fc',
    backgroundDark: '#140c0a',
    text: '#2b1711',
    landing: 'label',
    fonts: { display: 'Besley Variable', text: 'Archivo Variable' },
  },
  copy: { joinLabel: 'Strike up', tagline: 'It takes two' },
  voice: {
    greeting: 'Warm in here, {name}',
    welcome: 'It takes two. One of them is in.',
    places: {
      home: 'The matchbox',
      search: 'Strike a light',
      messages: 'Warm words',
      lists: 'Sparks',
    },
    quiet: 'No spark here yet.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'No spark on my side, and you deserve one. All the best!',
      'I leave it here, warmly. I hope it catches fire elsewhere.',
    ],
    match: 'Lit at the first strike.',
    first: 'Not lit yet. A good question will strike it.',
    nobody: 'Nobody in the box strikes all of that.',
  },
  prompts,
  legal: {
    companyName: 'Strikeside Pty Ltd',
    companyAddress: '77 Tinder Lane, Fremantle WA 6990',
    companyCountry: 'AU',
    isPlaceholder: true,
    supportEmail: 'support@steamymatches.example',
  },
  seo: {
    title: 'SteamyMatches – it takes two',
    description:
      'Adult matchmaking where two likes make a match. Free to match, credits to write, real people only.',
    keywords: 'mutual matches, adult matchmaking, credits dating',
  },
  limits: { maxMessageChars: 1000, maxUpdateChars: 240 },
  searchCountries: ['AU', 'NZ', 'GB', 'US', 'CA'],
  defaultBirthDay: '1991-01-01',
  timeZone: 'Australia/Sydney',
}
