/** What a profile can say of its member, in the order in which it helps most. */
export const profileParts = ['photo', 'words', 'prompts', 'facts', 'wishes'] as const
export type ProfilePart = (typeof profileParts)[number]

export const partWords: Record<ProfilePart, { label: string; href: string }> = {
  photo: { label: 'A photo of you', href: '/profile/edit/managePhotos' },
  words: { label: 'A few words about you', href: '/profile/edit/profile?part=about#about' },
  prompts: {
    label: 'An answer to a question or two',
    href: '/profile/edit/profile?part=prompts#prompts',
  },
  facts: {
    label: 'What you are here for, and what you like',
    href: '/profile/edit/profile?part=facts#facts',
  },
  wishes: {
    label: 'Of which ages and how near the people are whom you would like to meet',
    href: '/profile/edit/profile?part=wishes#wishes',
  },
}
