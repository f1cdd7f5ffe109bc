export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export function later(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds)
}

export function ageOn(birthday: string, on: Date): number {
  const [year = 0, month = 1, day = 1] = birthday.split('-').map(Number)
  const before =
    on.getUTCMonth() + 1 < month || (on.getUTCMonth() + 1 === month && on.getUTCDate() < day)
  return on.getUTCFullYear() - year - (before ? 1 : 0)
}

export function latestBirthday(age: number, on: Date): string {
  const birthday = new Date(Date.UTC(on.getUTCFullYear() - age, on.getUTCMonth(), on.getUTCDate()))
  // 29 February becomes 1 March in most years: a person born that day is still younger, so the last
  // of February counts.
  if (birthday.getUTCMonth() !== on.getUTCMonth()) birthday.setUTCDate(0)
  return birthday.toISOString().slice(0, 10)
}

export function earliestBirthday(age: number, on: Date): string {
  return later(new Date(latestBirthday(age + 1, on)), DAY)
    .toISOString()
    .slice(0, 10)
}
