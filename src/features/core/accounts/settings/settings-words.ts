import type { Answer } from '#api/contract.ts'
import type { FirstMessagesFrom } from '#core/people/first-messages/first-messages.ts'
import type { ShownTo } from '#core/people/shown-to/shown-to.ts'
import type { SettingsScreenId } from '#sites/settings-screens.ts'
import { locales } from './locales.ts'
import type { getSettings } from './settings.contract.ts'

type Choice<V> = { value: V; label: string; hint: string }

/** Who finds a member; whoever takes a break is told of what renews besides. */
export const shownToWords: ReadonlyArray<Choice<ShownTo>> = [
  { value: 'everybody', label: 'Everybody', hint: 'Members find you in search and in lists.' },
  {
    value: 'liked',
    label: 'Only people I like',
    hint: 'You look around unseen, and your visits are not noted. Whoever you like finds you, until you take the like back. Two who both chose this do not find each other.',
  },
  {
    value: 'nobody',
    label: 'Nobody new: I take a break',
    hint: 'You are in no search and no list, also for people you like. Nothing is deleted, and signing in does not end it.',
  },
]

export const firstMessagesWords: ReadonlyArray<Choice<FirstMessagesFrom>> = [
  {
    value: 'everybody',
    label: 'Everybody who finds me',
    hint: 'Anybody who sees you may begin a conversation.',
  },
  {
    value: 'verified',
    label: 'Only members with a checked photo',
    hint: 'Others read before they write that you take first messages from these alone, and how one gets there. You yourself write to whom you like, and may then be answered.',
  },
]

export const themeWords = [
  {
    value: 'device',
    label: 'Like my device',
    hint: 'Light by day and dark by night, if it does that.',
  },
  { value: 'light', label: 'Always light' },
  { value: 'dark', label: 'Always dark' },
] as const

/** `country`: the unit of the member's. */
export const unitWords = [
  { value: 'country', label: 'As in my country' },
  { value: 'km', label: 'Kilometres' },
  { value: 'miles', label: 'Miles' },
] as const

/** The switches of each section that save themselves. */
export const switchWords = {
  visibility: [
    {
      name: 'shownOnOtherBrands',
      label: 'Show me on the sister sites',
      hint: 'Members of all sites of the network find you. Without it, only those who are on the site where you joined.',
    },
    {
      name: 'showsOnline',
      label: 'Show when I am online',
      hint: 'Without it, others see neither that you are here nor when exactly you last were.',
    },
    {
      name: 'showsReading',
      label: 'Show what I have read, and when I write',
      hint: 'Without it, those who write to you see neither that you have read it nor that you are writing back, and you do not see when they write.',
    },
    {
      name: 'notesVisits',
      label: 'Note my visits',
      hint: 'People at whom you look see that you did, and you find them again under “You viewed”. Without it, visits from now on are not noted at all.',
    },
    {
      name: 'sharesWithPartners',
      label: 'Let advertising partners know who I am',
      hint: 'Your e-mail address and who referred you to us may then go to the sites of our advertisers. We never do that unless you turn this on.',
    },
  ],
  mail: [
    {
      name: 'activity',
      label: 'What happens here',
      hint: 'For example when somebody asks to see your private photos, or when a photo of yours is not accepted.',
    },
    { name: 'news', label: 'News and offers' },
  ],
  discretion: [
    {
      name: 'showsExit',
      label: 'A quick way out',
      hint: 'A small button at the edge of each page that you open from now on, and Escape pressed twice, lead to Wikipedia at once, in the place of the page you were on. Pages that you opened before stay in the browser’s history.',
    },
    {
      name: 'exitSignsOut',
      label: 'The quick way out signs me out',
      hint: 'Otherwise whoever goes back finds you signed in. Where a browser runs no scripts, the button cannot sign you out.',
    },
    {
      name: 'plainTitle',
      label: 'A plain tab',
      hint: 'From the next page on, the browser’s tab says “Home” with a neutral icon, and counts nothing. The address still names the site.',
    },
  ],
} as const

const labelIn = (choices: ReadonlyArray<{ value: string; label: string }>, chosen: string) =>
  choices.find(({ value }) => value === chosen)?.label ?? ''

/** `2 passkeys`; nothing for none. Counting stops at a hundred (own-counts.server.ts). */
function several(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? '' : `${count < 100 ? count : '99+'} ${count === 1 ? one : many}`
}

const inOne = (parts: readonly string[]) => parts.filter((one) => one !== '').join(', ')

/** What each row of the index says of its present state; `holdings`: what is bought, in short. */
export function settingsValues(
  settings: Answer<typeof getSettings>,
  { lockAfterMinutes, holdings }: { lockAfterMinutes: number | null; holdings: string },
): Record<SettingsScreenId, string> {
  const { mail, isEmailConfirmed, safeMode, counts } = settings
  const mails = inOne([
    mail.activity ? 'What happens here' : '',
    mail.news ? 'News and offers' : '',
  ])
  return {
    account: settings.email,
    'sign-in': inOne([
      several(counts.passkeys, 'passkey') || 'No passkey',
      several(counts.devices, 'device'),
    ]),
    display: [
      labelIn(themeWords, settings.theme),
      labelIn(unitWords, settings.unit),
      labelIn(locales, settings.locale),
    ].join(', '),
    'shown-to': labelIn(shownToWords, settings.shownTo.to),
    'first-messages': labelIn(firstMessagesWords, settings.firstMessages),
    screen: `${safeMode ? 'Pictures are blurred' : 'Pictures are shown'}, ${lockAfterMinutes === null ? 'no lock' : 'with a lock'}`,
    blocked:
      inOne([
        several(counts.blocked, 'blocked', 'blocked'),
        several(counts.contacts, 'address', 'addresses'),
      ]) || 'Nobody blocked',
    notifications: !isEmailConfirmed ? 'Address not confirmed yet' : mails || 'No mail',
    contracts: holdings,
    decisions:
      inOne([
        several(counts.tickets, 'ticket'),
        several(counts.reports, 'report'),
        several(counts.decisions, 'decision'),
      ]) || 'None',
    'shared-dates': several(counts.sharedDates, 'shared', 'shared') || 'None shared',
    // Has no state: whoever reads it is a member. What is there stands in its place.
    leaving: 'A copy, deleting your account',
  }
}
