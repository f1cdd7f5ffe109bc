/** The address of the settings; `?screen=` opens one of their screens. */
export const SETTINGS = '/profile/edit/settings'

/** A part of a screen: its fragment, its title, and for what else somebody may look. */
type Section<Id = string> = { id: Id; label: string; words: string }
/** `href`: where it is a page of its own. */
type Screen<Id = string, SectionId = string> = {
  id: Id
  label: string
  href?: string
  sections: ReadonlyArray<Section<SectionId>>
}

export const settingsGroups = [
  {
    label: 'Account',
    screens: [
      {
        id: 'account',
        label: 'Name, address, password',
        sections: [
          {
            id: 'account',
            label: 'Name, address, password',
            words: 'username email mail e-mail change',
          },
        ],
      },
      {
        id: 'sign-in',
        label: 'Signing in',
        sections: [
          { id: 'passkeys', label: 'Passkeys', words: 'login fingerprint face' },
          {
            id: 'sessions',
            label: 'Devices',
            words: 'session computer phone signed in sign out everywhere',
          },
        ],
      },
      {
        id: 'display',
        label: 'Light, units, dates',
        sections: [
          { id: 'theme', label: 'Light or dark', words: 'theme night mode colours' },
          { id: 'units', label: 'Miles or kilometres', words: 'distance unit km' },
          { id: 'dates', label: 'Dates and times', words: 'language format' },
        ],
      },
    ],
  },
  {
    label: 'Privacy',
    screens: [
      {
        id: 'shown-to',
        label: 'Who finds me',
        sections: [
          { id: 'shown-to', label: 'Who finds me', words: 'pause break hide invisible incognito' },
          {
            id: 'visibility',
            label: 'Who sees what',
            words: 'online read receipts typing visits sister sites partners advertising',
          },
        ],
      },
      {
        id: 'first-messages',
        label: 'Who may write first',
        sections: [
          { id: 'first-messages', label: 'Who may write first', words: 'verified checked photo' },
        ],
      },
      {
        id: 'screen',
        label: 'When others see my screen',
        sections: [
          { id: 'safe-mode', label: 'Blurred pictures', words: 'blur photos safe' },
          {
            id: 'discretion',
            label: 'A quick way out, a plain tab',
            words: 'exit escape title browser icon',
          },
          { id: 'lock', label: 'Lock', words: 'pin code' },
        ],
      },
      {
        id: 'blocked',
        label: 'Blocked and hidden people',
        sections: [
          { id: 'blocked-members', label: 'Blocked members', words: 'unblock' },
          { id: 'passed-members', label: 'Not for me', words: 'passed hidden' },
          { id: 'contacts', label: 'People I know', words: 'colleagues family address book' },
        ],
      },
    ],
  },
  {
    label: 'Being told',
    screens: [
      {
        id: 'notifications',
        label: 'Mail and notifications',
        sections: [
          { id: 'mail', label: 'Mail', words: 'email e-mail news offers unsubscribe newsletter' },
          { id: 'notifications', label: 'Notifications', words: 'push sound alerts' },
        ],
      },
    ],
  },
  {
    label: 'Records',
    screens: [
      {
        id: 'contracts',
        label: 'What I have bought',
        sections: [
          {
            id: 'contracts',
            label: 'What I have bought',
            words: 'membership premium credits receipt cancel renewal subscription refund withdraw',
          },
        ],
      },
      {
        id: 'decisions',
        label: 'Tickets, reports, decisions',
        sections: [
          { id: 'tickets', label: 'What you wrote to us', words: 'support help contact ticket' },
          { id: 'reports', label: 'My reports', words: 'reported' },
          {
            id: 'decisions',
            label: 'Our decisions about you',
            words: 'moderation objection appeal',
          },
          { id: 'looks', label: 'When support saw your data', words: 'staff access' },
        ],
      },
      {
        id: 'shared-dates',
        label: 'Shared dates',
        href: '/profile/edit/dates',
        sections: [{ id: 'shared-dates', label: 'Shared dates', words: 'meeting safety friend' }],
      },
      {
        id: 'leaving',
        label: 'My data, and leaving',
        sections: [
          { id: 'copy', label: 'A copy of your data', words: 'export download gdpr' },
          { id: 'leaving', label: 'Delete my account', words: 'close erase deactivate' },
        ],
      },
    ],
  },
] as const satisfies ReadonlyArray<{ label: string; screens: readonly Screen[] }>

type Groups = typeof settingsGroups
export type SettingsScreenId = Groups[number]['screens'][number]['id']
export type SettingsSectionId = Groups[number]['screens'][number]['sections'][number]['id']

type SettingsScreen = Screen<SettingsScreenId, SettingsSectionId>

export const settingsScreens: readonly SettingsScreen[] = settingsGroups.flatMap((group) => [
  ...group.screens,
])
const all = settingsScreens.flatMap((screen) =>
  screen.sections.map((section) => ({ screen, section })),
)

export function settingsScreen(id: string | null): SettingsScreen | null {
  return settingsScreens.find((screen) => screen.id === id) ?? null
}

export function settingsSection(id: string): SettingsSectionId | null {
  return all.find(({ section }) => section.id === id)?.section.id ?? null
}

export function settingsLabel(id: SettingsSectionId): string {
  return all.find(({ section }) => section.id === id)?.section.label ?? ''
}

/**
 * The address of a section, on its screen. `saved`: what was saved without script, for the page to
 * say so.
 */
export function settingsPage(section: SettingsSectionId, saved?: string): string {
  const screen = all.find((one) => one.section.id === section)?.screen
  if (screen?.href !== undefined) return screen.href
  const said = saved === undefined ? '' : `&saved=${saved}`
  return `${SETTINGS}?screen=${screen?.id ?? ''}${said}#${section}`
}

/** The sections for which somebody looks, those whose title says so first. */
export function sectionsFor(find: string): typeof all {
  const asked = find.toLowerCase().trim().split(/\s+/)
  const isIn = (text: string) =>
    asked.every((word) => ` ${text.toLowerCase()}`.includes(` ${word}`))
  const titled = all.filter(({ section }) => isIn(section.label))
  return [
    ...titled,
    ...all.filter(
      (one) =>
        !titled.includes(one) &&
        isIn(`${one.section.label} ${one.screen.label} ${one.section.words}`),
    ),
  ]
}
