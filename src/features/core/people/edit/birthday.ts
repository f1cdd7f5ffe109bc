import { ageOn } from '#lib/clock.ts'

const ADULT = 18
/** Above the age of any living person: a typing error. */
const OLDEST = 110

export function birthdayProblem(birthday: string, at: Date): string | null {
  const age = ageOn(birthday, at)
  if (age < ADULT) return 'You have to be 18 or over to join.'
  return age > OLDEST ? 'Please check the year.' : null
}

/** A very young or very old age, or the form's default (specification §3, defaultBirthDay). */
export function isUnlikely(birthday: string, on: Date, defaultBirthDay: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(birthday) || birthdayProblem(birthday, on) !== null) return false
  const age = ageOn(birthday, on)
  return age < 20 || age > 75 || birthday === defaultBirthDay
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function birthdayInWords(birthday: string): string {
  return longDate.format(new Date(birthday))
}
