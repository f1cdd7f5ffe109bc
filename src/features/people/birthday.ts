import { ageOn } from '../../lib/clock.ts'

/** Full years from which somebody may join. */
const ADULT = 18
/** Beyond the age of anybody alive it is a slip of the hand. */
const OLDEST = 110

/** Why somebody born on this day ("YYYY-MM-DD") may not join at an instant, as a sentence; null where they may. */
export function birthdayProblem(birthday: string, at: Date): string | null {
  const age = ageOn(birthday, at)
  if (age < ADULT) return 'You have to be 18 or over to join.'
  return age > OLDEST ? 'Please check the year.' : null
}

/**
 * Whether to ask about a birthday that may be taken: it makes somebody very young or very old, or is the one
 * that the brand's form suggests (specification §3, defaultBirthDay). It cannot be changed later.
 */
export function isUnlikely(birthday: string, on: Date, defaultBirthDay: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(birthday) || birthdayProblem(birthday, on) !== null) return false
  const age = ageOn(birthday, on)
  return age < 20 || age > 75 || birthday === defaultBirthDay
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `1984-01-01` -> `1 January 1984`. */
export function birthdayInWords(birthday: string): string {
  return longDate.format(new Date(birthday))
}
