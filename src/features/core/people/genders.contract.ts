import { z } from 'zod'
import { genderValues } from '#sites/genders.ts'

export const gender = z.enum(genderValues, { error: 'Please choose one.' })

export const lookingFor = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z
    .array(gender, { error: 'Please choose at least one.' })
    .min(1, 'Please choose at least one.')
    .max(genderValues.length),
)
