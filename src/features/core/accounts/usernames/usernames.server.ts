import { randomInt } from 'node:crypto'
import { type ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { PROVISIONAL_DIGITS, PROVISIONAL_STEM } from './provisional-name.ts'
import { usernameStatus } from './usernames.sql.ts'
import { usernameProblem } from './usernames.ts'

/**
 * A generated name for an account that chooses one later; the unique index decides whether it is
 * free.
 */
export function provisionalUsername(): string {
  return (
    PROVISIONAL_STEM + String(randomInt(10 ** PROVISIONAL_DIGITS)).padStart(PROVISIONAL_DIGITS, '0')
  )
}

export async function usernameTaken({ db, clock }: Services, username: string): Promise<ApiError> {
  const stem = [...username].slice(0, 16).join('')
  const at = clock.now()
  const free: string[] = []
  for (let number = 2; number < 40 && free.length < 3; number += 1) {
    const candidate = `${stem}${number}`
    if (usernameProblem(candidate) === null && (await usernameStatus(db, candidate, at)) === 'free')
      free.push(candidate)
  }
  const advice = free.length === 0 ? 'Please choose another.' : `Free: ${free.join(', ')}.`
  const isLike = (await usernameStatus(db, username, at)) === 'accessesTaken'
  return fieldError(
    'username',
    `${isLike ? 'This username looks like one that is taken.' : 'This username is taken.'} ${advice}`,
  )
}
