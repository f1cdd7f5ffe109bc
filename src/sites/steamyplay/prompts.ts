import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  curtain: 'When the curtain goes up, I',
  seat: 'I would keep the seat next to me for somebody who',
  role: 'The part I always end up playing',
  scene: 'A scene I would play twice',
  prop: 'I never leave the house without',
  applause: 'I deserve applause for',
  backstage: 'What happens backstage with me',
  review: 'A review of me, in one line',
  understudy: 'Nobody can stand in for me when it comes to',
  interval: 'In the interval you find me',
  costume: 'My favourite thing to wear',
  afterwards: 'After the show, let us',
})
