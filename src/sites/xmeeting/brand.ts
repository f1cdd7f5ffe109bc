import type { BrandData } from '../site.ts'
import { prompts } from './prompts.ts'

export const brand: BrandData = {
  id: 'xmeeting',
  name: 'xMeeting',
  domain: 'xmeeting.example',
  shortName: 'xm',
  projectId: 3,
  billing: { model: 'partner', partner: 7 },
  flags: {
    showUpgradeAfterRegister: true,
    showInteractionPopup: true,
    scrollIntoPaymentForm: true,
    chatListLayoutABTestSide: 'B',
  },
  traffic: { tmDomain: 'https://traffic.xmeeting.example/', campaignId: 7 },
  theme: {
    primary: '#26241c',
    secondary: '#f1e12c',
    background: '#f8f8ef',
    backgroundDark: '#10100c',
    text: '#171610',
    landing: 'poster',
    fonts: { display: 'Archivo Variable', text: 'Archivo Variable' },
  },
  copy: { joinLabel: 'Start here', tagline: 'Where lines cross' },
  voice: {
    greeting: 'Here you are, {name}',
    welcome: 'Who is near. Who is online. That is all.',
    places: {
      home: 'Crossing point',
      search: 'Lines near you',
      messages: 'Direct line',
      lists: 'Intersections',
    },
    quiet: 'No line crosses here yet.',
    endings: [
      'Thank you for writing. I don’t feel a match, and I wish you well.',
      'Our lines do not cross here. It was kind of you to write.',
      'I get off at this stop. I wish you a good journey.',
    ],
    match: 'Two lines crossed.',
    first: 'No line between you yet. One question draws it.',
    nobody: 'No line crosses all of that.',
  },
  prompts,
  legal: {
    companyName: 'Crossing Point AG',
    companyAddress: 'Gleisfeld 8, 6300 Zug',
    companyCountry: 'CH',
    isPlaceholder: true,
    supportEmail: 'support@xmeeting.example',
  },
  seo: {
    title: 'xMeeting – where lines cross',
    description:
      'Straightforward adult dating: who is near, who is online, and what they are after. One membership with everything in it.',
    keywords: 'adult meeting, casual dating, unlimited access',
  },
  limits: { maxMessageChars: 800, maxUpdateChars: 200 },
  searchCountries: ['CH', 'DE', 'AT', 'FR', 'IT', 'GB', 'US'],
  defaultBirthDay: '1992-01-01',
  timeZone: 'Europe/Zurich',
}
