/**
 * The network's own advertisements: each leads to a sister site and says what is true of it. A
 * brand's file chooses from them, and may have others beside them.
 */
export const sisterAds = {
  adultcrush: {
    picture: { file: 'letters', alt: 'Two envelopes, one opened by the other' },
    headline: 'Two people, one good conversation',
    text: 'AdultCrush is where the network began. Your username and password work there as well.',
    action: 'Go to AdultCrush',
    link: 'site:adultcrush',
  },
  wivesnow: {
    picture: { file: 'rings', alt: 'Two rings that hold each other' },
    headline: 'Pay for what you say, not for the month',
    text: 'On WivesNow reading is free, and a message costs one credit. Your username and password work there as well.',
    action: 'Go to WivesNow',
    link: 'site:wivesnow',
  },
  localhussies: {
    picture: { file: 'pins', alt: 'Two pins on a hilly map' },
    headline: 'Begin around the corner',
    text: 'LocalHussies puts the map first, and nobody’s address on it. Your username and password work there as well.',
    action: 'Go to LocalHussies',
    link: 'site:localhussies',
  },
  truebootycall: {
    picture: { file: 'night', alt: 'A moon above a town at night, a few windows lit' },
    headline: 'Awake as well?',
    text: 'TrueBootyCall is for the later hours. Your username and password work there as well.',
    action: 'Go to TrueBootyCall',
    link: 'site:truebootycall',
  },
  meetwives: {
    picture: { file: 'table', alt: 'A table with a candle and two glasses' },
    headline: 'A table for two, and no hurry',
    text: 'MeetWives is for those who would rather talk first. Your username and password work there as well.',
    action: 'Go to MeetWives',
    link: 'site:meetwives',
  },
  foxytemptation: {
    picture: { file: 'steps', alt: 'Two people who climb a hill into the sun' },
    headline: 'One step at a time',
    text: 'FoxyTemptation has credits instead of a subscription. Your username and password work there as well.',
    action: 'Go to FoxyTemptation',
    link: 'site:foxytemptation',
  },
} as const

export const adSlots = ['page', 'footer', 'fullPage', 'signOut'] as const
type AdSlot = (typeof adSlots)[number]

export function adFor<Site extends keyof typeof sisterAds>(slot: AdSlot, site: Site) {
  return { id: `${slot}-${site}`, slot, ...sisterAds[site] }
}
