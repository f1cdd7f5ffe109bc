import { expect, test } from 'vitest'
import { z } from 'zod'
import { envGroup } from '#lib/env.server.ts'
import { readingOf, readSettings } from '#settings.ts'

/** Each room that has settings hands in a group of its own. */

const mails = envGroup({
  shape: { MAIL_FROM: z.string().optional() },
  read: ({ MAIL_FROM }) => ({ sender: MAIL_FROM ?? null }),
})

test('two rooms that claim one setting are refused', () => {
  const texts = envGroup({ shape: { MAIL_FROM: z.string().default('us') }, read: () => ({}) })
  expect(() => readingOf([mails, texts])).toThrow('two settings are named MAIL_FROM')
})

test('two rooms that give one name to what they read are refused', () => {
  const texts = envGroup({ shape: {}, read: () => ({ sender: 'nobody' }) })
  expect(() => readingOf([mails, texts]).read({})).toThrow(
    'two values of settings are named sender',
  )
})

test('a room is told whether it runs in production, and reads its own settings', () => {
  const films = envGroup({
    shape: { FILMS: z.coerce.number({ error: 'must be a number' }).default(3) },
    wrong: ({ FILMS }, { production }) => (production && FILMS > 9 ? ['FILMS: too many'] : []),
    read: ({ FILMS }) => ({ films: FILMS }),
  })
  const { read } = readingOf([mails, films])
  expect(read({ FILMS: '12', MAIL_FROM: 'us' })).toEqual({
    production: false,
    sender: 'us',
    films: 12,
  })
  expect(() => read({ RUN_AS: 'production', FILMS: '12' })).toThrow('FILMS: too many')
  expect(() => read({ FILMS: 'x' })).toThrow('FILMS: must be a number')
})

test('a brand with a shop at two processors is refused', () => {
  expect(() =>
    readSettings({
      CCBILL_SHOPS: 'wivesnow:0001:687fa3e0-e60d-4466-88e2-181fa56dd6a9:7d901dad245fd0ff6bc20d06',
      CCBILL_ACCOUNT: '900100',
      CCBILL_USER: 'datalink1',
      CCBILL_PASSWORD: 'a password',
      VEROTEL_SHOPS: 'wivesnow:68849:zpXwe2D77g4P7ysGJcr3rY87TBYs6J',
      VEROTEL_API_USER: 'user',
      VEROTEL_API_PASSWORD: 'pass',
    }),
  ).toThrow('VEROTEL_SHOPS: wivesnow has a shop in CCBILL_SHOPS already')
})
