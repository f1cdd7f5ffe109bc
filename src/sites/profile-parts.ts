/** The page on which members edit their profile; `?part=` opens one of its parts. */
export const EDIT_PROFILE = '/profile/edit/profile'

/**
 * The parts of one's own profile, in the order of a profile: a row each, and a form that saves it
 * by itself.
 */
export const partGroups = [
  {
    label: 'What others read',
    parts: [
      { id: 'about', label: 'About me' },
      { id: 'prompts', label: 'Three answers' },
      { id: 'identity', label: 'Gender and pronouns' },
      { id: 'facts', label: 'Facts' },
      { id: 'likes', label: 'What I like' },
      { id: 'languages', label: 'Languages' },
    ],
  },
  {
    label: 'People and places',
    parts: [
      { id: 'wishes', label: 'Whom I would like to meet' },
      { id: 'partners', label: 'Partners' },
      { id: 'place', label: 'Where I am' },
      { id: 'visiting', label: 'Visiting' },
    ],
  },
] as const

export type OwnPart = (typeof partGroups)[number]['parts'][number]
export type OwnPartId = OwnPart['id']

export const ownParts: readonly OwnPart[] = partGroups.flatMap(
  ({ parts }): readonly OwnPart[] => parts,
)

export function ownPart(id: string | null): OwnPart | null {
  return ownParts.find((part) => part.id === id) ?? null
}

/** The address of a part. `saved`: what was saved without script, for the page to say so. */
export function profilePage(part: OwnPartId, saved?: string): string {
  return `${EDIT_PROFILE}?part=${part}${saved === undefined ? '' : `&saved=${saved}`}#${part}`
}
