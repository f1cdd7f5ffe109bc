/**
 * What people are and look for, as values on the wire and words for people. It stands beside the brands, which
 * choose among them, since the database and the kernel name them too. Migrations keep the values of their day.
 */
export const genders = [
  { value: 'woman', label: 'Woman', plural: 'Women' },
  { value: 'man', label: 'Man', plural: 'Men' },
  { value: 'couple', label: 'Couple', plural: 'Couples' },
  { value: 'nonbinary', label: 'Non-binary person', plural: 'Non-binary people' },
] as const

export type Gender = (typeof genders)[number]['value']

export const genderValues: readonly Gender[] = genders.map(({ value }) => value)
