/** A section of a page that members edit: its fragment, and its name in the page's navigation. */
export type EditSection = { id: string; label: string }

/** The sections of /profile/edit/settings in their order. */
export const settingsSections: readonly EditSection[] = [
  { id: 'account', label: 'Account' },
  { id: 'break', label: 'Take a break' },
  { id: 'copy', label: 'A copy of your data' },
  { id: 'leaving', label: 'Delete my account' },
]
