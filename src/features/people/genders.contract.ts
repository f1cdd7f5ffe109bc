import { z } from 'zod'

export const gender = z.enum(['woman', 'man', 'couple', 'nonbinary'], { error: 'Please choose one.' })

export const lookingFor = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(gender, { error: 'Please choose at least one.' }).min(1, 'Please choose at least one.').max(4),
)
