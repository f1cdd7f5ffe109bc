/** Genders and preferences, as values on the wire and words for people. */
export const genders = [
  { value: 'woman', label: 'Woman', plural: 'Women' },
  { value: 'man', label: 'Man', plural: 'Men' },
  { value: 'couple', label: 'Couple', plural: 'Couples' },
  { value: 'nonbinary', label: 'Non-binary person', plural: 'Non-binary people' },
] as const

export type Gender = (typeof genders)[number]['value']
