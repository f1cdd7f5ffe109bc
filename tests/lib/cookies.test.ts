import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/clock.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { cookieIn } from '#lib/cookies.ts'

const kept = {
  name: 'seen',
  value: 'yes',
  domain: 'example.test',
  life: 30 * MINUTE,
  secure: true,
} as const

/** A Set-Cookie by its parts: `{ seen: 'yes', Path: '/', HttpOnly: '' }`. */
function partsOf(header: string): Record<string, string> {
  return Object.fromEntries(
    header
      .split('; ')
      .map((part) => [part.split('=', 1)[0], part.slice(part.indexOf('=') + 1 || part.length)]),
  )
}

const whole = {
  seen: 'yes',
  'Max-Age': '1800',
  Domain: 'example.test',
  Path: '/',
  HttpOnly: '',
  Secure: '',
  SameSite: 'Lax',
}
const { Secure: _secure, ...withoutHttps } = whole
const { HttpOnly: _httpOnly, ...forScripts } = whole

test.each([
  ['every host and path of its domain, over https, and to no script', {}, whole],
  ['http as well', { secure: false }, withoutHttps],
  ['scripts as well', { forScripts: true }, forScripts],
  ['some paths', { path: '/resetPassword' }, { ...whole, Path: '/resetPassword' }],
  ['requests of our own pages alone', { sameSite: 'Strict' }, { ...whole, SameSite: 'Strict' }],
  ['nobody any more', { value: null }, { ...whole, seen: '', 'Max-Age': '0' }],
] as const)('a cookie is sent to %s', (_, differing, expected) => {
  expect(partsOf(setCookie({ ...kept, ...differing }))).toEqual(expected)
})

test('a value comes back as it went in, whatever is in it', () => {
  const value = '/messages?with=7; Path=/&a=ü'
  const header = setCookie({ ...kept, value })
  expect(partsOf(header)['Path']).toBe('/')
  expect(decodeURIComponent(cookieIn(header, 'seen') ?? '')).toBe(value)
})

describe('no header is written', () => {
  test.each([
    ['for a name that is none', { name: 'seen; Path=/x' }],
    ['for a path with another attribute in it', { path: '/; Domain=elsewhere.test' }],
    ['for a domain with a line break in it', { domain: 'example.test\r\nX-Injected: 1' }],
    ['for longer than browsers keep one', { life: 401 * DAY }],
    ['for a __Secure- name without https', { name: '__Secure-seen', secure: false }],
  ])('%s', (_, wrong) => {
    expect(() => setCookie({ ...kept, ...wrong })).toThrow(/cookie|must not contain/i)
  })
})
