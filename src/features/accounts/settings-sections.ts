/** A section of a page that members edit: its fragment, and its name in the page's navigation. */
export type EditSection = { id: string; label: string }

/** The sections of /profile/edit/settings in their order. */
export const settingsSections: readonly EditSection[] = [
  { id: 'account', label: 'Account' },
  { id: 'visibility', label: 'Who sees what' },
  { id: 'safe-mode', label: 'Blurred pictures' },
  { id: 'mail', label: 'Mail' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'dates', label: 'Dates and times' },
  { id: 'sessions', label: 'Devices' },
  { id: 'blocked-members', label: 'Blocked members' },
  { id: 'contracts', label: 'What I have bought' },
  { id: 'break', label: 'Take a break' },
  { id: 'copy', label: 'A copy of your data' },
  { id: 'leaving', label: 'Delete my account' },
]

/** The sections of /profile/edit/profile in their order. */
export const profileSections: readonly EditSection[] = [
  { id: 'about', label: 'About me' },
  { id: 'facts', label: 'Facts' },
  { id: 'wishes', label: 'Whom I would like to meet' },
  { id: 'place', label: 'Where I am' },
  { id: 'born', label: 'Age' },
]
