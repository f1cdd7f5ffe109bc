/**
 * A question of a brand. A key that has shipped keeps its meaning, since members' answers store it.
 */
export type Prompt = { key: string; question: string }

/** Of a brand that asks none of its own. */
export const commonPrompts: readonly Prompt[] = [
  { key: 'evening', question: 'My idea of a good evening' },
  { key: 'smile', question: 'What makes me smile at once' },
  { key: 'askMe', question: 'Ask me about' },
  { key: 'lookFor', question: 'I look for somebody who' },
  { key: 'firstDate', question: 'A first meeting should be' },
  { key: 'goodAt', question: 'I am surprisingly good at' },
  { key: 'never', question: 'I will never be talked into' },
  { key: 'learning', question: 'Something I am still learning' },
  { key: 'sunday', question: 'How I like my Sundays' },
  { key: 'friends', question: 'What my friends would tell you' },
  { key: 'song', question: 'A song that is always right' },
  { key: 'happiest', question: 'When I am happiest' },
]
