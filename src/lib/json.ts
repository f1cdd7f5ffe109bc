/** What a text from outside says as JSON; null where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
