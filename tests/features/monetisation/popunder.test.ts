import { expect, test } from 'vitest'
import { mayPopUnder, type PopunderFlag } from '../../../src/features/monetisation/popunder.ts'

const member = { username: 'Alice' }

// Specification §4, "Exit popunder".
test.each<[object | null, PopunderFlag, string, boolean]>([
  [member, 'true', '/dashboard', true],
  [member, '1', '/search/2', true],
  [member, true, '/messages', true],
  [null, 'true', '/dashboard', false],
  [member, 'false', '/dashboard', false],
  [member, '', '/dashboard', false],
  [member, false, '/dashboard', false],
  [member, null, '/dashboard', false],
  [member, undefined, '/dashboard', false],
  [member, 'true', '/fullPageAd', false],
  [member, 'true', '/fullPageAd/index', false],
])('for %j with the flag %j on %s: %s', (user, flag, path, allowed) => {
  expect(mayPopUnder(user, flag, path)).toBe(allowed)
})
