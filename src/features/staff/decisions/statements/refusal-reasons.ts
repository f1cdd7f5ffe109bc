import type { Policy, Severity } from '../decisions.ts'

/**
 * Why staff refuse a new photo: a key on the wire, words for staff, the sentence that the member
 * reads, and the rule on which it rests.
 */
export const refusalReasons = [
  {
    value: 'nobody',
    label: 'Shows nobody',
    sentence: 'The photo shows nobody. Please add one of yourself.',
    policy: 'unfitPhoto',
    severity: 'low',
  },
  {
    value: 'others',
    label: 'Shows other people',
    sentence:
      'The photo shows other people who can be recognised, and of whom we do not know whether they agree.',
    policy: 'depicted',
    severity: 'low',
  },
  {
    value: 'young',
    label: 'Somebody may be under 18',
    sentence:
      'Somebody in the photo looks younger than 18. Everybody in a photo has to be an adult.',
    policy: 'minorInPhoto',
    severity: 'medium',
  },
  {
    value: 'stranger',
    label: 'Somebody else, or drawn',
    sentence:
      'The photo seems to be of somebody else, drawn, or from elsewhere. Please add one of yourself.',
    policy: 'impersonation',
    severity: 'low',
  },
  {
    value: 'contact',
    label: 'Address, number or advertising',
    sentence: 'The photo gives away an address or a number, or advertises something.',
    policy: 'photoRules',
    severity: 'low',
  },
  {
    value: 'nudity',
    label: 'Too revealing for everybody',
    sentence: 'The photo is more revealing than photos that everybody may see can be.',
    policy: 'nudity',
    severity: 'low',
  },
  {
    value: 'violence',
    label: 'Violence, weapons, drugs',
    sentence: 'The photo shows violence, weapons or drugs.',
    policy: 'violentPhoto',
    severity: 'medium',
  },
  {
    value: 'quality',
    label: 'Too dark, small or blurred',
    sentence: 'Too little can be seen in the photo: it is too dark, too small or out of focus.',
    policy: 'unfitPhoto',
    severity: 'low',
  },
  {
    value: 'rules',
    label: 'Against other photo rules',
    sentence: 'The photo does not keep to our rules for photos.',
    policy: 'photoRules',
    severity: 'low',
  },
] as const satisfies ReadonlyArray<{
  value: string
  label: string
  sentence: string
  policy: Policy
  severity: Severity
}>

export const photoVerdicts = ['approve', ...refusalReasons.map(({ value }) => value)] as const
export type PhotoVerdict = (typeof photoVerdicts)[number]

/** Null for an approval. */
export function refusalOf(verdict: PhotoVerdict): (typeof refusalReasons)[number] | null {
  return refusalReasons.find(({ value }) => value === verdict) ?? null
}
