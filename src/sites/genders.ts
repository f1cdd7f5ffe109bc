/**
 * The genders: values on the wire and labels. They are defined beside the brands because database
 * and kernel use them too; the schema lists the values once more.
 */
export const genders = [
  { value: 'woman', label: 'Woman', plural: 'Women' },
  { value: 'man', label: 'Man', plural: 'Men' },
  { value: 'couple', label: 'Couple', plural: 'Couples' },
  { value: 'nonbinary', label: 'Non-binary person', plural: 'Non-binary people' },
] as const

export type Gender = (typeof genders)[number]['value']

export const genderValues: readonly Gender[] = genders.map(({ value }) => value)
