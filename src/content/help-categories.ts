/** Of questions and of tickets, in their order; a browser needs them without what checks texts. */
export const helpCategories = {
  joining: 'Joining and signing in',
  profile: 'Your profile and photos',
  meeting: 'Finding people',
  messages: 'Messages',
  paying: 'Paying',
  privacy: 'Privacy',
  safety: 'Safety',
  leaving: 'Leaving',
} as const
export type HelpCategory = keyof typeof helpCategories
export const categoryNames = Object.keys(helpCategories) as [HelpCategory, ...HelpCategory[]]
