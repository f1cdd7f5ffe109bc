import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  letter: 'The last letter I wrote was about',
  postscript: 'P.S. You should also know',
  evening: 'On an evening of my own, I',
  dear: 'I would love a letter that begins with',
  bookmark: 'The book on my bedside table',
  never: 'I have never told anybody here that',
  handwriting: 'My handwriting says about me',
  parcel: 'A parcel that would make my week',
  wait: 'What is worth the wait',
  stamp: 'I would put on a stamp',
  window: 'From my kitchen window I see',
  reply: 'I answer by return of post if you mention',
})
