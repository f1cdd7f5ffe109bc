import type { z } from 'zod'

/**
 * Validation messages for people, where a contract has none of its own: zod's defaults name types.
 */
export const sentenceFor: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Please fill this in.'
        : 'Please check this.'
    case 'invalid_value':
      return 'Please choose one of those offered.'
    case 'too_big':
      return sizes[issue.origin]?.(`at most ${issue.maximum}`) ?? 'This is too large.'
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Please fill this in.'
      return sizes[issue.origin]?.(`at least ${issue.minimum}`) ?? 'This is too small.'
    default:
      return 'Please check this.'
  }
}

const sizes: Partial<Record<string, (bound: string) => string>> = {
  string: (bound) => `Please use ${bound} characters.`,
  array: (bound) => `Please choose ${bound}.`,
  number: (bound) => `Please enter ${bound}.`,
  int: (bound) => `Please enter ${bound}.`,
}
