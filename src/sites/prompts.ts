/**
 * A question of a brand. A key that has shipped keeps its meaning, since members' answers store it.
 */
export type Prompt = { key: string; question: string }

/** By their keys. */
export function promptsOf(questions: Readonly<Record<string, string>>): Prompt[] {
  return Object.entries(questions).map(([key, question]) => ({ key, question }))
}

/** Of a brand that asks none of its own. */
export const commonPrompts = promptsOf({
  evening: 'My idea of a good evening',
  smile: 'What makes me smile at once',
  askMe: 'Ask me about',
  lookFor: 'I look for somebody who',
  firstDate: 'A first meeting should be',
  goodAt: 'I am surprisingly good at',
  never: 'I will never be talked into',
  learning: 'Something I am still learning',
  sunday: 'How I like my Sundays',
  friends: 'What my friends would tell you',
  song: 'A song that is always right',
  happiest: 'When I am happiest',
})
