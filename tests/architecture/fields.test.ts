import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, isForPrograms } from '#api/contract.ts'
import { handlers } from '#app.server.ts'

/**
 * What people type, by the contracts of all endpoints: one rule for addresses, one for line breaks
 * and for emptiness.
 */

type Leaf = { endpoint: string; name: string; schema: z.ZodType }

/** The strings of an input, each with the schema of the whole field. */
function leavesOf(schema: z.core.$ZodType | undefined, endpoint: string): Leaf[] {
  if (schema === undefined) return []
  const { def } = schema._zod as unknown as {
    def: {
      type: string
      shape?: Record<string, z.ZodType>
      options?: z.ZodType[]
      innerType?: z.ZodType
      in?: z.ZodType
    }
  }
  if (def.type === 'object') {
    return Object.entries(def.shape ?? {}).flatMap(([name, field]) => {
      const inner = leavesOf(field, endpoint)
      return inner.length > 0 ? inner : takesText(field) ? [{ endpoint, name, schema: field }] : []
    })
  }
  if (def.type === 'union')
    return (def.options ?? []).flatMap((option) => leavesOf(option, endpoint))
  return [def.innerType, def.in].flatMap((inner) => leavesOf(inner, endpoint))
}

/** Whether a field is text of people’s own: two words that nobody has listed are two values. */
function takesText(field: z.ZodType): boolean {
  return (
    typeof field.safeParse('Some words of 1990').data === 'string' ||
    typeof field.safeParse('me@example.org').data === 'string'
  )
}

const ofPeople = handlers
  .map(({ endpoint }): Endpoint => endpoint)
  .filter((endpoint) => !isForPrograms(endpoint))
const fields = ofPeople.flatMap((endpoint) =>
  [endpoint.body, endpoint.form].flatMap((input) =>
    leavesOf(input, `${endpoint.method.toUpperCase()} ${endpoint.path}`),
  ),
)
const namesOf = (found: readonly Leaf[]) => found.map(({ endpoint, name }) => `${endpoint} ${name}`)

test('the fields are found', () => {
  expect(namesOf(fields)).toEqual(
    expect.arrayContaining([
      'POST /message/chatMessages body',
      'POST /help/save message',
      'POST /registration/uploadStep about',
    ]),
  )
})

describe('an e-mail address is what a browser takes for one, in every field for one', () => {
  const emails = fields.filter(({ name }) => /^e?mail$/i.test(name))

  test('and there are nine of them at least', () => {
    expect(emails.length).toBeGreaterThanOrEqual(9)
  })

  test.each([
    ...[
      'a&b@example.org',
      'me@xn--e1aybc.xn--p1ai',
      "o'hara@example.org",
      'a+b@example.org',
      '{x}|~`#$%*/=?^_-!@example.org',
      '.dots..@example.org',
    ],
    ...[
      `${'n'.repeat(64)}@example.org`,
      `me@${'l'.repeat(63)}.org`,
      'me@1.2.3.example',
      'ME@EXAMPLE.ORG',
      ' me@example.org ',
      'me@localhost',
    ],
  ])('%s', (address) => {
    expect(
      namesOf(emails.filter(({ schema }) => schema.safeParse(address).data !== address.trim())),
    ).toEqual([])
  })

  test.each([
    ...[
      `${'n'.repeat(65)}@example.org`,
      `me@${'l'.repeat(64)}.org`,
      `me@${'l.'.repeat(124)}example`,
      'me',
      '@',
      'me@',
      '@example.org',
      'a@b@example.org',
    ],
    ...[
      'a b@example.org',
      'me@-example.org',
      'me@example-.org',
      'me@example..org',
      'me@.org',
      'me@exam_ple.org',
      '"a b"@example.org',
      'me@[127.0.0.1]',
    ],
    ...[
      'мария@example.org',
      'me@тест.рф',
      'a@example.org\r\nBcc: b@example.org',
      'a,b@example.org',
      '<a@example.org>',
      'a\0@example.org',
      'me@example.org.',
    ],
  ])('none: %j', (address) => {
    expect(namesOf(emails.filter(({ schema }) => schema.safeParse(address).success))).toEqual([])
  })
})

describe('a text that others read', () => {
  /** Strings that are no texts: they prove something, name something that there is, or are compared alone. */
  const proofs = [
    'preview',
    'password',
    'passwordRepeat',
    'currentPassword',
    'token',
    'code',
    'pin',
    'key',
    'offer',
    'endpoint',
    'passkey',
    'link',
  ]
  const named = [
    'login',
    'username',
    'email',
    'place',
    'prompt',
    'photoKey',
    'keyword',
    'upgradeSourceType',
    'promoCode',
    'ad',
    'text',
    'subid',
    'questionId',
  ]
  const compared = ['planned', 'from', 'until', 'query', 'seen', 'path', 'back', 'affiliateId']
  const notTexts = new Set([...proofs, ...named, ...compared])
  const texts = fields.filter(({ name }) => !notTexts.has(name))

  test.each([
    '\u200b\u200b',
    '\u202e',
    '\u2800\u2800',
    '\u3164',
    '\u00ad',
    ' \u2063\n',
    '\u0301',
    '\u{e0041}',
    '\ufe0f',
    '\u{1d159}',
  ])('is empty where there is nothing to see: %j', (nothing) => {
    expect(
      namesOf(texts.filter(({ schema }) => (schema.safeParse(nothing).data ?? '') !== '')),
    ).toEqual([])
  })

  test.each(['👩‍👩‍👧', '7️⃣', '…', 'ا', 'క', '🇩🇪'])(
    'is not where there is something: %s',
    (something) => {
      const message = texts.find(
        ({ endpoint, name }) => endpoint === 'POST /message/chatMessages' && name === 'body',
      )
      expect(message?.schema.safeParse(something).data).toBe(something.normalize('NFC'))
    },
  )

  test('has line breaks of one kind, each of them one character', () => {
    const wrong = texts.filter(({ schema }) =>
      /\\r/.test(JSON.stringify(schema.safeParse('one\r\ntwo\rthree').data ?? '')),
    )
    expect(namesOf(wrong)).toEqual([])
    const long = texts.find(
      ({ endpoint, name }) => endpoint === 'POST /registration/uploadStep' && name === 'about',
    )
    expect(long?.schema.safeParse(`${'a\r\n'.repeat(999)}ab`).data).toHaveLength(2000)
    expect(long?.schema.safeParse('😀'.repeat(2000)).success).toBe(true)
    expect(long?.schema.safeParse('😀'.repeat(2001)).success).toBe(false)
  })
})
