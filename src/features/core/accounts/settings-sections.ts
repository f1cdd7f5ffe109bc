/** A section of a page that members edit: its fragment, and its name in the page's navigation. */
export type EditSection = { id: string; label: string }

export const settingsSections: readonly EditSection[] = [
  { id: 'account', label: 'Account' },
  { id: 'shown-to', label: 'Who finds me' },
  { id: 'first-messages', label: 'Who may write first' },
  { id: 'visibility', label: 'Who sees what' },
  { id: 'safe-mode', label: 'Blurred pictures' },
  { id: 'discretion', label: 'Over your shoulder' },
  { id: 'lock', label: 'Lock' },
  { id: 'mail', label: 'Mail' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'dates', label: 'Dates and times' },
  { id: 'passkeys', label: 'Passkeys' },
  { id: 'sessions', label: 'Devices' },
  { id: 'looks', label: 'Support’s looks' },
  { id: 'decisions', label: 'Our decisions about you' },
  { id: 'blocked-members', label: 'Blocked members' },
  { id: 'passed-members', label: 'Not for me' },
  { id: 'contacts', label: 'People I know' },
  { id: 'reports', label: 'My reports' },
  { id: 'shared-dates', label: 'Shared dates' },
  { id: 'contracts', label: 'What I have bought' },
  { id: 'copy', label: 'A copy of your data' },
  { id: 'leaving', label: 'Delete my account' },
]

export const profileSections: readonly EditSection[] = [
  { id: 'about', label: 'About me' },
  { id: 'prompts', label: 'Three answers' },
  { id: 'identity', label: 'Gender and pronouns' },
  { id: 'facts', label: 'Facts' },
  { id: 'wishes', label: 'Whom I would like to meet' },
  { id: 'partners', label: 'Partners' },
  { id: 'place', label: 'Where I am' },
  { id: 'visiting', label: 'Visiting' },
  { id: 'born', label: 'Age' },
]
