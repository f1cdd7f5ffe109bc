import { promptsOf } from '../prompts.ts'

export const prompts = promptsOf({
  local: 'My local, and what I order',
  corner: 'The best thing round the corner from me',
  fence: 'Over the fence I would tell you',
  chips: 'Salt, vinegar, or something posher',
  saturday: 'A Saturday night round here means',
  cheeky: 'The cheekiest thing I have done this year',
  neighbour: 'I am the neighbour who',
  bus: 'If we met at the bus stop, I would say',
  borrow: 'You could borrow from me',
  quiz: 'My subject at a pub quiz',
  gossip: 'The gossip about me is',
  kettle: 'I put the kettle on for',
})
