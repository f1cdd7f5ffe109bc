/** What a random text of 32 letters has, whichever letters it is made of. */
const LEAST_LETTERS = 8

/** Whether a secret is one letter, a few, or a short text again and again, and so no secret. */
export function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < LEAST_LETTERS || `${secret}${secret}`.indexOf(secret, 1) < secret.length
  )
}
