/**
 * What members switch on and off, by section of their settings: columns of `accounts` and their
 * names, as a query selects them. A new one is a column, a line here and a tick in the section's
 * form.
 */
const switches = {
  visibility: [
    'accounts.shows_online as showsOnline',
    'accounts.shows_reading as showsReading',
    'accounts.notes_visits as notesVisits',
  ],
  discretion: [
    'accounts.shows_exit as showsExit',
    'accounts.exit_signs_out as exitSignsOut',
    'accounts.plain_title as plainTitle',
  ],
} as const

export type SwitchSection = keyof typeof switches
type NameIn<Selected> = Selected extends `${string} as ${infer Name}` ? Name : never
type ColumnIn<Selected> = Selected extends `accounts.${infer Column} as ${string}` ? Column : never
export type SwitchName<S extends SwitchSection = SwitchSection> = NameIn<
  (typeof switches)[S][number]
>

export const allSwitches = [...switches.visibility, ...switches.discretion] as const

export function switchNames<S extends SwitchSection>(section: S): SwitchName<S>[] {
  return switches[section].map((selected) => selected.split(' as ')[1] as SwitchName<S>)
}

export function switchColumns<S extends SwitchSection, T>(
  section: S,
  valueOf: (name: SwitchName<S>) => T,
): Record<ColumnIn<(typeof switches)[S][number]>, T> {
  const columns = switches[section].map((selected) =>
    selected.slice('accounts.'.length).split(' as '),
  )
  return Object.fromEntries(
    columns.map(([column, name]) => [column, valueOf(name as SwitchName<S>)]),
  ) as Record<ColumnIn<(typeof switches)[S][number]>, T>
}

export function switchedBy<S extends SwitchSection>(
  member: Readonly<Record<SwitchName<S>, boolean>>,
  section: S,
): Record<SwitchName<S>, boolean> {
  return Object.fromEntries(switchNames(section).map((name) => [name, member[name]])) as Record<
    SwitchName<S>,
    boolean
  >
}
