export type CardVerdict =
  | { kind: 'approved' }
  | { kind: 'challenge' }
  | { kind: 'declined'; reason: string }
  | { kind: 'error'; error: string }
  | { kind: 'silence' }

/** Specification §8: the one error that a page ignores. */
export const ALREADY_ACTIVE = 'already active payment'

export const testCards: ReadonlyArray<{ number: string; about: string; verdict: CardVerdict }> = [
  { number: '4242 4242 4242 4242', about: 'approved', verdict: { kind: 'approved' } },
  {
    number: '4000 0000 0000 3220',
    about: 'asks for a code (123), then approved',
    verdict: { kind: 'challenge' },
  },
  {
    number: '4000 0000 0000 0002',
    about: 'declined',
    verdict: {
      kind: 'declined',
      reason:
        'Your bank declined this card. Nothing was charged. Try another card, or ask your bank.',
    },
  },
  {
    number: '4000 0000 0000 0119',
    about: 'an error',
    verdict: { kind: 'error', error: 'The bank cannot be reached. Please try another card.' },
  },
  {
    number: '4000 0000 0000 0127',
    about: ALREADY_ACTIVE,
    verdict: { kind: 'error', error: ALREADY_ACTIVE },
  },
  { number: '4000 0000 0000 0044', about: 'never answers', verdict: { kind: 'silence' } },
]

export const CHALLENGE_CODE = '123'

/** Refuses all other numbers, since the sandbox must not accept real cards. */
export function verdictOf(number: string): CardVerdict {
  const digits = number.replaceAll(/\D/g, '')
  const card = testCards.find((one) => one.number.replaceAll(' ', '') === digits)
  return card?.verdict ?? { kind: 'declined', reason: 'This is not one of the test cards.' }
}

export function isExpired(expiry: string, on: Date): boolean {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  return !isMonth || new Date(Date.UTC(2000 + Number(year), Number(month), 1)) <= on
}
