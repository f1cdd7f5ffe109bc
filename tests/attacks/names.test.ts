import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#lib/clock.ts'
import { brands } from '#sites/registry.ts'
import { app, type Visitor, withApp } from '../support/app.ts'
import { joins, PASSWORD } from '../support/cast.ts'
import { register, signIn } from '../support/joining.ts'

/**
 * A name says who somebody is: nobody passes for the house, or for somebody else (assurance 34).
 */

withApp()
let visitor: Visitor
beforeAll(async () => {
  await joins(app, { brand: 'adultcrush', username: 'Alice' })
  await joins(app, { brand: 'adultcrush', username: 'Мария' })
})
beforeEach(() => {
  app.clock.advance(HOUR)
  visitor = app.visitor('adultcrush')
})

let count = 0
async function tries(username: string): Promise<string> {
  count += 1
  const answer = await register(visitor, { username, email: `name${count}@example.org` })
  if (answer.status === 200) return 'taken'
  const problem = (await answer.json()) as { errors: Array<{ field: string; message: string }> }
  expect([answer.status, problem.errors.map(({ field }) => field)]).toEqual([422, ['username']])
  return problem.errors[0]?.message ?? ''
}

describe('a name of the house', () => {
  test.each([
    ...[
      'support',
      'Support',
      'SUPPORT',
      'supp0rt',
      'support24',
      '24support',
      'TheSupportTeam',
      'customer-support',
      'ｓｕｐｐｏｒｔ',
      'ѕupport',
    ],
    ...[
      'admin',
      'Admin',
      'adm1n',
      'AdmIn',
      'adrnin',
      'the_admin',
      'admin-eve',
      'SiteAdmin',
      'administrator',
      'staff',
      'staff_eve',
      'EveStaff',
      'moderator',
      'moderator7',
      'help',
      'help1',
      'system',
      'Official_Eve',
    ],
    ...[
      'undefined',
      'constructor',
      'Constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'valueOf',
      '__proto__',
      'member',
      'member7',
      'member0123456789',
      'guest',
      'www',
      'noreply',
    ],
  ])('%s is refused', async (username) => {
    expect(await tries(username)).toMatch(
      /^(This name is kept for those who run the site\. Please choose another\.|Please use )/,
    )
  })

  test.each(
    brands
      .flatMap(({ id, name }) => [
        id,
        name,
        `${id}-support`,
        `The${name}`,
        `my_${id.toUpperCase()}`,
        id.replace('u', 'u-'),
        id.replace('i', '1'),
      ])
      .filter((username) => username.length <= 20),
  )('%s is refused', async (username) => {
    expect(await tries(username)).toBe(
      'Please leave out the names of our sites, so that nobody takes you for one of us.',
    )
  })
})

test.each(['www.evil.com', 'evil.com', 'alice.example.org', 'bit.ly-alice', 'a.b.c', 'mail.me'])(
  '%s, of which mail programs make a link, is refused',
  async (username) => {
    expect(await tries(username)).toBe(
      'Please leave out the dots, since mail programs make links of them. A dash or an underscore will do.',
    )
  },
)

describe('letters that are taken for others', () => {
  test.each([
    'аlice',
    'аliсе',
    'Αlice',
    'bоb',
    'OlgaЯ',
    'мariа',
    'аѕсIII',
    'Zoёzoe',
    'ваbу',
    'alicе',
  ])('of two alphabets: %s is refused', async (username) => {
    expect(await tries(username)).toBe(
      'Please use the letters of one alphabet: those of two look alike, and your name could be taken for another.',
    )
  })

  test.each(['ᴀlice', 'ɑlice', 'aliᴄe', 'ɢwen', 'ᏴᎾᏴ', 'ꓮꓡꓲꓚꓰ', 'ʼalice', '𐊠lice'])(
    'of no everyday writing: %s is refused',
    async (username) => {
      expect(await tries(username)).toMatch(
        /^Please use the letters of everyday writing|^Please use 3 to 20 letters/,
      )
    },
  )

  test.each([
    'al\u3164ice',
    '\u3164\u3164\u3164',
    'al\u115fice',
    'al\u00adice',
    'al\u200dice',
    'al\u2066ice',
    'alice\u034f',
    'ali\u0307\u0307ce',
  ])('that nobody sees: %j is refused', async (username) => {
    expect(await tries(username)).toBe('Please use 3 to 20 letters, digits, dashes or underscores.')
  })

  test.each(['alice', 'ａｌｉｃｅ', '𝒶𝓁𝒾𝒸ℯ', 'ⓐⓛⓘⓒⓔ', 'ALICE', 'alıce', 'МАРИЯ'])(
    'that are one of old: %s is taken',
    async (username) => {
      expect(await tries(username)).toMatch(/^This username is taken\. Free: /)
    },
  )

  test.each(['AIice', 'a1ice', 'allce', 'alİce'])(
    'like those of somebody’s name: %s is refused, with free ones that are not',
    async (username) => {
      const sentence = await tries(username)
      expect(sentence).toMatch(/^This username looks like one that is taken\. Free: /)
      for (const free of sentence.replace(/^.*Free: |\.$/g, '').split(', '))
        expect(await tries(free)).toBe('taken')
    },
  )
})

test.each([
  'Ольга',
  '김민준',
  '山田たろう',
  'ヤマダタロウ',
  'yamada太郎',
  'Ελένη',
  'שרה',
  'فاطمة',
  'سارة٢',
  'Zoë',
  'Þórdís',
  'Işıl',
  'Straße',
  'Ngọc',
  'Ọláwálé'.normalize('NFC'),
  'Ɓintu',
  'Éloïse_75',
  'Stafford',
  'badminton',
  'modesty',
  'x-1',
  '007',
  'Helpful',
  'Systema',
])('%s is a name like any', async (username) => {
  expect(await tries(username)).toBe('taken')
  expect(
    (
      await signIn(
        app.visitor('adultcrush', { ip: `198.51.100.${count % 250}` }),
        username,
        'a quiet evening in',
      )
    ).status,
  ).toBe(200)
})

describe('dashes and underscores make no other name', () => {
  test.each(['a_l_i_c_e', 'A-lice', 'ali_ce', 'al1_ce', 'AI-ice', 'a--l__ice', 'М_а_р_и_я'])(
    '%s is refused',
    async (username) => {
      expect(await tries(username)).toMatch(/^This username looks like one that is taken\. Free: /)
    },
  )

  test('whoever has the name without them, or with others; nor for two at the same moment', async () => {
    expect(await tries('Hanna_Lore')).toBe('taken')
    for (const username of ['hannalore', 'Hanna-Lore', 'HannaLore', '0hannalore'.slice(1)])
      expect(await tries(username)).not.toBe('taken')
    const names = ['Wal-traud', 'Wal_traud', 'Waltraud', 'walt_raud', 'w-altraud']
    const answers = await Promise.all(
      names.map((username, n) =>
        register(app.visitor('adultcrush', { ip: `198.51.102.${n}` }), {
          username,
          email: `waltraud${n}@example.org`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
  })

  test('nor one of a name that its member gave up, for as long as it is held', async () => {
    const own = await joins(app, { brand: 'adultcrush', username: 'Annemarie' })
    expect(
      (await own.posts('/profile/changeUsername', { username: 'Gundula', password: PASSWORD }))
        .status,
    ).toBe(200)
    for (const username of ['Anne_Marie', 'anne-mar1e', 'A_nnemarie'])
      expect(await tries(username)).toMatch(/^This username is taken\. Free: /)
    const other = await joins(app, { brand: 'adultcrush', username: 'Kunigunde' })
    expect(
      (await other.posts('/profile/changeUsername', { username: 'Anne-Marie', password: PASSWORD }))
        .status,
    ).toBe(422)
    app.clock.advance(31 * DAY)
    const again = app.visitor('adultcrush')
    await signIn(again, 'Gundula', PASSWORD)
    expect(
      (await again.posts('/profile/changeUsername', { username: 'Anne_Marie', password: PASSWORD }))
        .status,
    ).toBe(200)
  })

  test('save for whoever has the name already', async () => {
    const own = await joins(app, { brand: 'adultcrush', username: 'Rose_Marie' })
    expect(
      (await own.posts('/profile/changeUsername', { username: 'Rosemarie', password: PASSWORD }))
        .status,
    ).toBe(200)
  })
})

test('of several who choose names that look alike at the same moment, one has it', async () => {
  const names = ['Paulina', 'PauIina', 'pau1ina', 'PAULINA', 'paullna', 'ｐａｕｌｉｎａ']
  const answers = await Promise.all(
    names.map((username, n) =>
      register(app.visitor('adultcrush', { ip: `198.51.100.${n}` }), {
        username,
        email: `paulina${n}@example.org`,
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422])
})

test('who chooses a name later is asked the same, also by two at the same moment', async () => {
  const [one, other] = [
    await joins(app, { brand: 'adultcrush', username: 'Later1x', steps: ['affiliateOneClick2'] }),
    await joins(app, { brand: 'adultcrush', username: 'Later2x', steps: ['affiliateOneClick2'] }),
  ]
  const choose = (who: Visitor, username: string) =>
    who.posts('/oneClick/affiliateStepTwo', { username, lookingFor: ['man'] })
  for (const username of ['support', 'www.evil.com', 'аlice', 'AIice', 'constructor', 'adultcrush'])
    expect((await choose(one, username)).status).toBe(422)
  const answers = await Promise.all([choose(one, 'Wilhelmina'), choose(other, 'Wi1helmina')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

describe('one spelling', () => {
  test('of whatever somebody types is one account and one count of guesses', async () => {
    const guesser = app.visitor('adultcrush', { ip: '198.51.100.7' })
    const statuses = []
    for (const login of ['alice', 'ALICE', 'ａｌｉｃｅ', 'Alıce', '𝐀lice', 'ⓐlice'])
      statuses.push((await signIn(guesser, login, 'not the password')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect(
      (await signIn(app.visitor('adultcrush', { ip: '198.51.100.8' }), 'ａｌｉｃｅ', PASSWORD))
        .status,
    ).toBe(200)
  })

  test('has no second one that the database alone would take for it', async () => {
    const guesser = app.visitor('adultcrush', { ip: '198.51.100.9' })
    for (const login of ['alİce', 'ali\u0307ce', 'ALİCE@example.org'])
      expect((await signIn(guesser, login, PASSWORD)).status).toBe(401)
    expect((await signIn(guesser, 'ALICE@EXAMPLE.ORG', PASSWORD)).status).toBe(200)
    expect((await signIn(guesser, 'alıce@example.org', PASSWORD)).status).toBe(401)
  })
})
