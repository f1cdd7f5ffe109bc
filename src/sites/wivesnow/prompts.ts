import type { Prompt } from '../prompts.ts'

export const prompts: Prompt[] = [
  { key: 'letter', question: 'The last letter I wrote was about' },
  { key: 'postscript', question: 'P.S. You should also know' },
  { key: 'evening', question: 'On an evening of my own, I' },
  { key: 'dear', question: 'I would love a letter that begins with' },
  { key: 'bookmark', question: 'The book on my bedside table' },
  { key: 'never', question: 'I have never told anybody here that' },
  { key: 'handwriting', question: 'My handwriting says about me' },
  { key: 'parcel', question: 'A parcel that would make my week' },
  { key: 'wait', question: 'What is worth the wait' },
  { key: 'stamp', question: 'I would put on a stamp' },
  { key: 'window', question: 'From my kitchen window I see' },
  { key: 'reply', question: 'I answer by return of post if you mention' },
]
