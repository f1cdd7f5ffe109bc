import { textField } from '#api/contract.ts'
import { MAX_ABOUT, MAX_HEADLINE, visibleWords } from './introduction.ts'

export const headline = textField(MAX_HEADLINE).transform(visibleWords)
export const about = textField(MAX_ABOUT).transform(visibleWords)
/** Of a newcomer, who says something. */
export const firstAbout = textField(MAX_ABOUT, 1)
  .transform(visibleWords)
  .refine((words) => words !== '', 'Please say a few words about yourself.')
