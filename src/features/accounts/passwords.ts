/** decisions §4: only the length is checked, counted in code points. */
export const PASSWORD_LEAST = 10
export const PASSWORD_MOST = 128

/** What is wrong with a password's length, as a sentence, or null. */
export function passwordLengthProblem(password: string): string | null {
  const length = [...password].length
  if (length < PASSWORD_LEAST) return `Please use at least ${PASSWORD_LEAST} characters.`
  if (length > PASSWORD_MOST) return `Please use at most ${PASSWORD_MOST} characters.`
  return null
}
