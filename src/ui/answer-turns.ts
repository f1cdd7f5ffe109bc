/**
 * Of one question that is asked again and again: an answer that comes after a later one's is older
 * than what is shown. Called before asking; what it returns is true if the answer is to be shown.
 */
export function createTurns(): () => () => boolean {
  let asked = 0
  let shown = 0
  return () => {
    const turn = ++asked
    return () => {
      if (turn < shown) return false
      shown = turn
      return true
    }
  }
}
