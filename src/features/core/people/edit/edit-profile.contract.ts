import { z } from 'zod'
import { doneAndNext, endpoint, textField } from '#api/contract.ts'
import {
  type Classifier,
  type ClassifierName,
  classifierNames,
  classifiers,
} from '../classifiers.ts'
import { wishedFields } from '../first-messages/wishes.contract.ts'
import { gender, lookingFor } from '../genders.contract.ts'
import { identityWords, MAX_OWN, MOST_PRONOUNS, MOST_WORDS, pronouns } from '../identity.ts'
import { shownAnswer } from '../prompts/prompts.contract.ts'
import { about, headline } from './introduction.contract.ts'
import { visibleWords } from './introduction.ts'

/**
 * A form without script sends one choice as text, none as nothing, and "prefer not to say" as ''.
 */
const list = (value: unknown) => (typeof value === 'string' ? [value] : (value ?? []))

function choices({ most, options }: Pick<Classifier, 'most' | 'options'>) {
  const values = options.map(({ value }) => value)
  return z
    .preprocess(list, z.array(z.enum(['', ...values])).max(options.length + 1))
    .transform((chosen) => [...new Set(chosen)].filter((value) => value !== ''))
    .refine((chosen) => chosen.length <= most, `Please choose at most ${most}.`)
}

const facts = z.object(
  Object.fromEntries(
    classifiers.map((classifier) => [classifier.name, choices(classifier)]),
  ) as Record<ClassifierName, ReturnType<typeof choices>>,
)

const wishes = z.object({
  lookingFor,
  ...wishedFields,
})

const introduction = z.object({ headline, about })

const ownWords = textField(MAX_OWN).transform(visibleWords)
const identity = z.object({
  words: choices({ most: MOST_WORDS, options: identityWords }),
  ownWord: ownWords,
  pronouns: choices({ most: MOST_PRONOUNS, options: pronouns }),
  ownPronouns: ownWords,
})

/** The parts of a profile, each saved by itself: a save leaves the others as they are. */
const body = z.discriminatedUnion('section', [
  introduction.extend({ section: z.literal('about') }),
  wishes.extend({ section: z.literal('wishes') }),
  facts.extend({
    section: z.literal('facts'),
    /** The classifiers that are saved, where not all are: the others stay as they are. */
    only: z.preprocess(list, z.array(z.enum(classifierNames))).default([]),
  }),
  identity.extend({ section: z.literal('identity') }),
])

export const ownProfileToEdit = endpoint({
  method: 'get',
  path: '/profile/mine',
  summary: 'What a member has said of themselves, to be edited',
  access: 'member',
  answer: z.object({
    headline: z.string(),
    about: z.string(),
    birthday: z.iso.date(),
    gender,
    lookingFor: z.array(gender),
    ageFrom: z.number().nullable(),
    ageTo: z.number().nullable(),
    distance: z.number().nullable(),
    facts: z.record(z.string(), z.array(z.string())),
    identity: z.object({
      words: z.array(z.string()),
      ownWord: z.string(),
      pronouns: z.array(z.string()),
      ownPronouns: z.string(),
    }),
    /** In the member's order; a brand's key tells which of its questions is answered. */
    prompts: z.array(shownAnswer.extend({ brand: z.string(), prompt: z.string() })),
  }),
})

export const saveProfile = endpoint({
  method: 'post',
  path: '/profile/save',
  summary:
    'Save one section of one’s profile: the words, whom one would like to meet, the facts, or gender and pronouns as one says them; the others stay as they are',
  access: 'member',
  body,
  answer: doneAndNext,
  limits: [{ name: 'save-profile', per: 'account', most: 60, seconds: 600 }],
  pageForm: { name: 'edit-profile' },
})
