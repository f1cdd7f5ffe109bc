import { adFor } from '../ads.ts'
import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'megaflirt',
  name: 'MegaFlirt',
  domain: 'megaflirt.example',
  shortName: 'mf',
  projectId: 5,
  billing: {
    model: 'credits',
    packs: [
      {
        keyword: 'mf-15',
        name: 'Warm-up',
        credits: 15,
        price: { amount: 690, currency: 'EUR' },
        expiresAfter: 60,
      },
      {
        keyword: 'mf-50',
        name: 'Playlist',
        credits: 50,
        price: { amount: 1990, currency: 'EUR' },
        expiresAfter: 120,
      },
      {
        keyword: 'mf-120',
        name: 'Full volume',
        credits: 120,
        price: { amount: 3990, currency: 'EUR' },
        expiresAfter: 240,
      },
    ],
    welcomeCredits: 3,
  },
  flags: {
    showAds: true,
    footerAds: true,
    showInteractionPopup: true,
    displayOneclickPopupOnExit: true,
    audioMessageFS: true,
    chatListLayoutABTestSide: 'B',
  },
  traffic: {
    offers: { credits: '/billing/upgrade' },
    tmDomain: 'https://traffic.megaflirt.example/',
    groupIdExitPopup: 98,
    campaignId: 33,
  },
  ads: [adFor('page', 'truebootycall'), adFor('footer', 'localhussies')],
  theme: {
    primary: '#881bca',
    secondary: '#bdf043',
    background: '#faf4fd',
    backgroundDark: '#140b21',
    text: '#271140',
    landing: 'band',
    fonts: { display: 'Unbounded Variable', text: 'Figtree Variable' },
  },
  copy: { joinLabel: 'Make some noise', tagline: 'Flirting with the sound on' },
  voice: {
    greeting: 'Mic’s on, {name}',
    welcome: 'Turn it up and say something.',
    places: { home: 'Front row', search: 'Line-up', messages: 'On air', lists: 'Feedback' },
    quiet: 'Dead air so far.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'Lovely note, but we play different tunes. Have fun!',
      'I fade out here. May the next song be yours.',
    ],
    match: 'You two are in tune. Make some noise.',
    first: 'Dead air. Say hello, and say it as you would aloud.',
    nobody: 'Nobody on the line-up plays all of that.',
  },
  prompts,
  legal: {
    companyName: 'Mega Signal GmbH',
    companyAddress: 'Am Lautwerk 5, 10999 Berlin',
    companyCountry: 'DE',
    isPlaceholder: true,
    supportEmail: 'support@megaflirt.example',
  },
  seo: {
    title: 'MegaFlirt – flirting with the sound on',
    description:
      'Flirt out loud: live chat, real people, credits instead of contracts. Free to join and free to read.',
    keywords: 'flirt, live chat, adult dating',
  },
  limits: { maxMessageChars: 600, maxUpdateChars: 200 },
  searchCountries: ['DE', 'AT', 'CH', 'NL', 'GB', 'US'],
  defaultBirthDay: '1996-01-01',
  timeZone: 'Europe/Berlin',
  oneSignalAppId: '6f0c1a52-2b7e-4f1c-9a53-1d7d0f7b2a10',
}
