import { type Gender, genders } from '#sites/genders.ts'
import type { Option } from './classifiers.ts'

/**
 * How members say who they are, apart from `genders`, by which they are searched. A value that has
 * shipped keeps its meaning, since profiles store it.
 */
export type Identity = {
  /** Values of `identityWords`, in the member's own order. */
  words: string[]
  /** Said after them; empty for none. */
  ownWord: string
  pronouns: string[]
  ownPronouns: string
}

export const MOST_WORDS = 3
export const MOST_PRONOUNS = 2
/** In characters, of an own word and of own pronouns. */
export const MAX_OWN = 30

export const identityWords: readonly Option[] = [
  { value: 'agender', label: 'Agender' },
  { value: 'androgynous', label: 'Androgynous' },
  { value: 'bigender', label: 'Bigender' },
  { value: 'cisMan', label: 'Cis man' },
  { value: 'cisWoman', label: 'Cis woman' },
  { value: 'nonconforming', label: 'Gender nonconforming' },
  { value: 'genderfluid', label: 'Genderfluid' },
  { value: 'genderqueer', label: 'Genderqueer' },
  { value: 'intersex', label: 'Intersex' },
  { value: 'man', label: 'Man' },
  { value: 'nonbinary', label: 'Non-binary' },
  { value: 'pangender', label: 'Pangender' },
  { value: 'questioning', label: 'Questioning' },
  { value: 'trans', label: 'Trans' },
  { value: 'transMan', label: 'Trans man' },
  { value: 'transWoman', label: 'Trans woman' },
  { value: 'transfeminine', label: 'Transfeminine' },
  { value: 'transmasculine', label: 'Transmasculine' },
  { value: 'twoSpirit', label: 'Two-Spirit' },
  { value: 'woman', label: 'Woman' },
]

export const pronouns: readonly Option[] = [
  { value: 'she', label: 'she/her' },
  { value: 'he', label: 'he/him' },
  { value: 'they', label: 'they/them' },
  { value: 'xe', label: 'xe/xem' },
  { value: 'ze', label: 'ze/hir' },
  { value: 'any', label: 'any pronouns' },
  { value: 'ask', label: 'ask me' },
]

/** Values that are no longer offered are left out. */
function labelsOf(values: readonly string[], options: readonly Option[], own: string): string[] {
  const labels = values.flatMap(
    (value) => options.find((option) => option.value === value)?.label ?? [],
  )
  return own === '' ? labels : [...labels, own]
}

/**
 * A profile's gender in words: the member's own, where there are some, otherwise the gender by
 * which they are searched. A couple stays one, since its words are those of two.
 */
export function identityInWords(
  gender: Gender,
  { words, ownWord, ...said }: Identity,
): { gender: string[]; pronouns: string[] } {
  const own = labelsOf(words, identityWords, ownWord)
  const searched = genders.find(({ value }) => value === gender)?.label ?? gender
  return {
    gender: own.length === 0 || gender === 'couple' ? [searched, ...own] : own,
    pronouns: labelsOf(said.pronouns, pronouns, said.ownPronouns),
  }
}
