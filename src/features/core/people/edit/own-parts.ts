import { lengthInWords, type Unit } from '#core/places/distances.ts'
import { genders } from '#sites/genders.ts'
import type { OwnPartId } from '#sites/profile-parts.ts'
import type { FormValues } from '#ui/form-answer.ts'
import { type Classifier, classifiers, type FactPart, factParts } from '../classifiers.ts'
import { MAX_AGE, MIN_AGE, radii } from '../first-messages/wishes.ts'
import { identityWords, MAX_OWN, MOST_PRONOUNS, MOST_WORDS, pronouns } from '../identity.ts'
import { MAX_ABOUT, MAX_HEADLINE } from './introduction.ts'
import type { PartField } from './part-fields.ts'

/** The parts of one's own profile that are fields. */
export type FieldPart = Extract<OwnPartId, FactPart | 'about' | 'identity' | 'wishes'>

export function isFieldPart(part: OwnPartId): part is FieldPart {
  return ['about', 'identity', 'wishes', ...Object.keys(factParts)].includes(part)
}

export const lookingFor: PartField = {
  kind: 'many',
  name: 'lookingFor',
  label: 'I would like to meet',
  options: genders.map(({ value, plural }) => ({ value, label: plural })),
}

export function wishFields(unit: Unit): PartField[] {
  const within = radii.map((km) => ({
    value: String(km),
    label: `within ${lengthInWords(km, unit)}`,
  }))
  return [
    { kind: 'ages', from: MIN_AGE, to: MAX_AGE },
    {
      kind: 'one',
      name: 'distance',
      label: 'Distance',
      options: [{ value: '', label: 'Near me first, then further away' }, ...within],
    },
  ]
}

/** Which section of the profile a part saves, and which of it. */
export function sectionOf(part: FieldPart): FormValues {
  return part in factParts
    ? { section: 'facts', only: [...factParts[part as FactPart]] }
    : { section: part }
}

export function fieldsOfPart(part: FieldPart, unit: Unit): PartField[] {
  switch (part) {
    case 'about':
      return [
        {
          kind: 'line',
          name: 'headline',
          label: 'Headline',
          hint: 'One line, shown under your name.',
          most: MAX_HEADLINE,
        },
        {
          kind: 'text',
          name: 'about',
          label: 'About me',
          hint: `What you like, what you look for, what to write to you about. Up to ${MAX_ABOUT.toLocaleString('en')} characters.`,
          most: MAX_ABOUT,
        },
      ]
    case 'identity':
      return identityFields
    case 'wishes':
      return [lookingFor, ...wishFields(unit)]
    default:
      return factFields(factParts[part])
  }
}

/** Each word has a list of its own, so that their order is the member's. */
const identityFields: PartField[] = [
  ...['First word', 'Second word', 'Third word']
    .slice(0, MOST_WORDS)
    .map((label, at): PartField => ({
      kind: 'one',
      name: 'words',
      label,
      options: [{ value: '', label: 'None' }, ...identityWords],
      at,
    })),
  {
    kind: 'line',
    name: 'ownWord',
    label: 'A word of your own',
    hint: `If the list does not have yours. Up to ${MAX_OWN} characters.`,
    most: MAX_OWN,
  },
  {
    kind: 'many',
    name: 'pronouns',
    label: 'Pronouns',
    hint: `Up to ${MOST_PRONOUNS}; none: you prefer not to say.`,
    options: pronouns,
  },
  {
    kind: 'line',
    name: 'ownPronouns',
    label: 'Other pronouns',
    hint: `Up to ${MAX_OWN} characters.`,
    most: MAX_OWN,
  },
]

/** Classifiers, each optional: one of several as a list, several of many as chips. */
function factFields(names: readonly string[]): PartField[] {
  return classifiers
    .filter(({ name }) => names.includes(name))
    .map(({ name, question: label, most, options }: Classifier) =>
      most === 1
        ? {
            kind: 'one',
            name,
            label,
            options: [{ value: '', label: 'Prefer not to say' }, ...options],
          }
        : {
            kind: 'many',
            name,
            label,
            hint: `Up to ${most}; none: you prefer not to say.`,
            options,
          },
    )
}
