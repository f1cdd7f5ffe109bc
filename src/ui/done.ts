/** What to say of what was done, by the `done` of an address, which may be anything. */
export function wordsOfDone(
  done: string | null,
  words: Readonly<Partial<Record<string, string>>>,
): string | undefined {
  return done !== null && Object.hasOwn(words, done) ? words[done] : undefined
}
