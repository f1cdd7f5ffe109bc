/** How often a line is written. */
const EACH = 10_000

/**
 * Counts what has ended of so many, and says so now and then, with the time that is left if the
 * rest takes as long.
 * @param {number} total
 * @param {string} what
 * @returns {() => void}
 */
export function progressOf(total, what) {
  const from = performance.now()
  let done = 0
  let saidAt = from
  return () => {
    done += 1
    const now = performance.now()
    if (now - saidAt < EACH && done < total) return
    saidAt = now
    const left =
      done === total ? '' : `, about ${timeInWords(((now - from) / done) * (total - done))} left`
    process.stdout.write(`  ${done} of ${total} ${what}${left}\n`)
  }
}

/** @param {number} milliseconds */
function timeInWords(milliseconds) {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
