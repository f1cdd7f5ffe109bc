import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startSession } from '#api/sessions.sql.ts'
import { saveEmailAddress } from '#core/accounts/email/email.contract.ts'
import { DAY, HOUR } from '#lib/clock.ts'
import { listBlocked } from '#members/reports/blocks/blocked.contract.ts'
import { contactJob } from '#members/reports/contacts/contact-effects.server.ts'
import {
  blockContacts,
  countContacts,
  unblockContacts,
} from '#members/reports/contacts/contacts.contract.ts'
import { blockingInWords, readContacts } from '#members/reports/contacts/contacts.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { blocksTakeEffect } from '#tests/support/blocked-addresses.ts'
import { blocks, type CastMember, joins, likes, PASSWORD, views } from '#tests/support/cast.ts'
import { follow, register } from '#tests/support/joining.ts'
import { linkIn } from '#tests/support/mail.ts'

/** Blocking people by e-mail address before meeting them. */

withApp()

let joined = 0
const person = (name: string) =>
  joins(app, { brand: 'adultcrush', username: `${name}${(joined += 1)}` })
const addressOf = (who: CastMember) => `${who.username.toLowerCase()}@example.org`
const add = (who: CastMember, contacts: string) => who.calls(blockContacts, { body: { contacts } })
const remove = (who: CastMember, body: { all: 'yes' } | { contact: string }) =>
  who.calls(unblockContacts, { body })
const count = async (who: CastMember) => (await who.calls(countContacts)).count

/** Whether one finds the other in search, and opens the profile. */
async function sees(who: CastMember, whom: { id: number }): Promise<boolean> {
  const { members } = await who.calls(searchUsers, {
    query: { gender: ['woman', 'man'], radius: 'any', country: 'any' },
  })
  const isFound = members.some(({ id }) => id === whom.id)
  const opens = await views(who, whom).then(
    () => true,
    () => false,
  )
  expect(isFound).toBe(opens)
  return opens
}
const seen = async (one: CastMember, other: CastMember) => [
  await sees(one, other),
  await sees(other, one),
]

describe('an address that is blocked', () => {
  test('hides its owner and the member from each other, and ends what they had', async () => {
    const [Ann, Ben] = [await person('Ann'), await person('Ben')]
    await likes(Ann, Ben)
    await likes(Ben, Ann)
    expect(await seen(Ann, Ben)).toEqual([true, true])
    await grants(Ann, Ben)
    expect(await add(Ann, `Ben <${addressOf(Ben).toUpperCase()}>`)).toMatchObject({
      added: 1,
      already: 0,
      count: 1,
    })
    expect(await seen(Ann, Ben)).toEqual([true, true])
    await blocksTakeEffect(app)
    expect(await seen(Ann, Ben)).toEqual([false, false])
    for (const table of ['matches', 'photo_grants'] as const)
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    await expect(likes(Ben, Ann)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('hides whoever joins with it later, without a word of it in an answer', async () => {
    const Ann = await person('Ann')
    expect(await add(Ann, 'newcomer@example.org')).toMatchObject({
      added: 1,
      phones: [],
      unread: [],
    })
    const [blocked, free] = [
      await newcomer('newcomer@example.org'),
      await newcomer('free@example.org'),
    ]
    expect([await sees(Ann, blocked), await sees(Ann, free)]).toEqual([false, true])
    await blocksTakeEffect(app)
    expect([await sees(Ann, blocked), await sees(Ann, free)]).toEqual([false, true])
  })

  test('hides who changes to it, and stays on who changes from it', async () => {
    const [Ann, Ben, Cal] = [await person('Ann'), await person('Ben'), await person('Cal')]
    await add(Ann, `wanted@example.org\n${addressOf(Cal)}`)
    await changesTo(Ben, 'wanted@example.org')
    await changesTo(Cal, 'elsewhere@example.org')
    expect(await seen(Ann, Ben)).toEqual([true, true])
    await blocksTakeEffect(app)
    expect(await seen(Ann, Ben)).toEqual([false, false])
    expect(await seen(Ann, Cal)).toEqual([false, false])
  })

  test('is not told by the list of blocked members, nor lifted there', async () => {
    const [Ann, Ben] = [await person('Ann'), await person('Ben')]
    await add(Ann, addressOf(Ben))
    await blocksTakeEffect(app)
    expect((await Ann.calls(listBlocked, { query: {} })).members).toEqual([])
    await blocks(Ann, Ben, 'unblock')
    expect(await seen(Ann, Ben)).toEqual([false, false])
  })

  test('is kept as a hash that is no plain digest of it', async () => {
    const Ann = await person('Ann')
    await add(Ann, 'secret@example.org')
    const rows = await app.db
      .selectFrom('blocked_contacts')
      .selectAll()
      .where('account_id', '=', Ann.id)
      .execute()
    const digest = createHash('sha256').update('secret@example.org').digest('hex')
    expect(rows.map(({ contact_hash }) => Buffer.from(contact_hash).toString('hex'))).not.toContain(
      digest,
    )
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})

describe('lifting', () => {
  test('by typing it again lifts this one after four weeks, and no block that was chosen', async () => {
    const [Ann, Ben, Cal] = [await person('Ann'), await person('Ben'), await person('Cal')]
    await add(Ann, `${addressOf(Ben)}\n${addressOf(Cal)}`)
    await blocks(Ann, Cal)
    await blocksTakeEffect(app)
    expect(await remove(Ann, { contact: ` ${addressOf(Ben).toUpperCase()} ` })).toMatchObject({
      removed: 1,
    })
    expect(await remove(Ann, { contact: addressOf(Cal) })).toMatchObject({ removed: 1 })
    const refused = {
      errors: [
        { field: 'contact', message: 'This address is not among those that you have blocked.' },
      ],
    }
    await expect(remove(Ann, { contact: addressOf(Ben) })).rejects.toMatchObject(refused)
    await fourWeeksLater(
      async () => expect(await seen(Ann, Ben)).toEqual([false, false]),
      Ann,
      Ben,
      Cal,
    )
    expect(await seen(Ann, Ben)).toEqual([true, true])
    expect(await seen(Ann, Cal)).toEqual([false, false])
  })

  test('all at once leaves none, and others as they were', async () => {
    const [Ann, Ben, Cal] = [await person('Ann'), await person('Ben'), await person('Cal')]
    await add(Ann, `${addressOf(Ben)}\n${addressOf(Cal)}\nnobody@example.org`)
    await add(Cal, addressOf(Ann))
    await blocksTakeEffect(app)
    expect(await remove(Ann, { all: 'yes' })).toMatchObject({ removed: 3 })
    expect([await count(Ann), await count(Cal)]).toEqual([0, 1])
    await fourWeeksLater(
      async () => expect(await seen(Ann, Ben)).toEqual([false, false]),
      Ann,
      Ben,
      Cal,
    )
    expect(await seen(Ann, Ben)).toEqual([true, true])
    expect(await seen(Ann, Cal)).toEqual([false, false])
  })

  test('waits for a day on which none was added, and what is added again meanwhile goes on', async () => {
    const [Ann, Ben] = [await person('Ann'), await person('Ben')]
    await add(Ann, addressOf(Ben))
    const refused = {
      code: 'conflict',
      message: expect.stringContaining('none can be removed before tomorrow') as string,
    }
    await expect(remove(Ann, { contact: addressOf(Ben) })).rejects.toMatchObject(refused)
    await expect(remove(Ann, { all: 'yes' })).rejects.toMatchObject(refused)
    await blocksTakeEffect(app)
    await remove(Ann, { all: 'yes' })
    expect(await add(Ann, addressOf(Ben))).toMatchObject({ added: 1, count: 1 })
    await fourWeeksLater(async () => expect(await seen(Ann, Ben)).toEqual([false, false]), Ann, Ben)
    expect(await seen(Ann, Ben)).toEqual([false, false])
  })

  test('of what has not taken effect hides nobody', async () => {
    const [Ann, Ben] = [await person('Ann'), await person('Ben')]
    await add(Ann, addressOf(Ben))
    app.clock.advance(12 * HOUR)
    await remove(Ann, { contact: addressOf(Ben) })
    await blocksTakeEffect(app)
    expect(await seen(Ann, Ben)).toEqual([true, true])
  })
})

describe('500 lines', () => {
  test('with nonsense in them are each answered, and fifty of them taken a day', async () => {
    const Ann = await person('Ann')
    const lines = Array.from({ length: 500 }, (_, index) => `p${index}@example.org`)
    lines[1] = '+49 (30) 123-456'
    lines[2] = 'Aunt Emma'
    lines[3] = 'half@'
    lines[4] = "'; drop table accounts; --"
    lines[5] = 'p0@EXAMPLE.org'
    lines[6] = addressOf(Ann)
    lines[7] = `${'x'.repeat(300)}@example.org`
    lines[8] = '"Two of them" <one@example.net>; two@example.net'
    lines[9] = 'good@example.net, bad@'
    const text = lines.join('\r\n')
    const answer = await add(Ann, text)
    expect(answer).toMatchObject({
      added: 50,
      already: 0,
      left: 444,
      isOwn: true,
      phones: [2],
      unread: [3, 4, 5, 8, 10],
      count: 50,
    })
    expect(answer.next).not.toContain('@')
    expect(blockingInWords(new URL(answer.next, 'http://x').searchParams)).toEqual([
      '50 addresses were added. This takes effect in the course of tomorrow.',
      '444 were not added: 50 new addresses a day are taken. Paste the same list again tomorrow.',
      'Your own address was left out.',
      'Not kept, since no account has a phone number: line 2.',
      'Not understood, or only in part: lines 3, 4, 5, 8 and 10. An e-mail address looks like name@example.org.',
    ])
    expect(await add(Ann, 'p0@example.org')).toMatchObject({
      added: 0,
      already: 1,
      left: 0,
      count: 50,
    })
    for (let day = 2; day <= 10; day += 1) {
      app.clock.advance(DAY)
      expect(await add(Ann, text)).toMatchObject({
        already: 50 * (day - 1),
        count: Math.min(494, 50 * day),
      })
    }
    const rest = (most: number) =>
      Array.from({ length: most }, (_, index) => `q${index}@example.org`).join('\n')
    app.clock.advance(DAY)
    await expect(add(Ann, rest(7))).rejects.toMatchObject({ errors: [{ field: 'contacts' }] })
    expect(await count(Ann)).toBe(494)
    expect(await add(Ann, rest(6))).toMatchObject({ count: 500 })
  })

  test('are the most, and refused as a whole above', async () => {
    const Ann = await person('Ann')
    const lines = Array.from({ length: 501 }, (_, index) => `p${index}@example.org`).join('\n')
    const message = 'Please paste at most 500 lines; these are 501. Nothing was added.'
    await expect(add(Ann, lines)).rejects.toMatchObject({
      errors: [{ field: 'contacts', message }],
    })
    expect(await count(Ann)).toBe(0)
  })

  test.each([
    ['an address alone', 'a@example.org', { addresses: ['a@example.org'] }],
    ['a link', 'mailto:a@example.org.', { addresses: ['a@example.org'] }],
    ['one twice', 'a@example.org\nA@Example.ORG', { addresses: ['a@example.org'] }],
    ['empty lines', '\n \n\n', { lines: 0 }],
    [
      'an address with an apostrophe',
      "o'neill@example.org",
      { addresses: ["o'neill@example.org"] },
    ],
    ['one in apostrophes', "'a@example.org'", { addresses: ['a@example.org'] }],
    ['a piece of 49,000 letters', 'a'.repeat(49_000), { unread: [1] }],
    ['a piece of 255 letters', `${'a'.repeat(243)}@example.org`, { unread: [1] }],
    ['a short number', '12345', { unread: [1] }],
    ['a number with a name', 'Ben 030 1234567', { unread: [1] }],
  ])('read %s', (_, text, expected) => {
    expect(readContacts(text)).toEqual({
      addresses: [],
      phones: [],
      unread: [],
      lines: text.trim() === '' ? 0 : text.split('\n').length,
      ...expected,
    })
  })
})

test('of a list and somebody who gets an address of it at the same moment, none slips through', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const [Ann, Ben] = [await person('Ann'), await person('Ben')]
    const address = `same${turn}@example.org`
    const link = await asksFor(Ben, address)
    await Promise.all([add(Ann, address), follow(Ben, link)])
    await signIn(Ben)
    await blocksTakeEffect(app)
    expect(await seen(Ann, Ben)).toEqual([false, false])
  }
})

test('two lists that name each other’s owners at the same moment are both kept', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => person('Kim')))
  await Promise.all(people.map((one) => add(one, people.map(addressOf).join('\n'))))
  for (const one of people) expect(await count(one)).toBe(3)
})

test('fifty new addresses a day are taken, one by one too', async () => {
  const Ann = await person('Ann')
  for (let turn = 0; turn < 50; turn += 1)
    expect(await add(Ann, `try${turn}@example.org`)).toMatchObject({ added: 1 })
  expect(await add(Ann, 'try50@example.org')).toMatchObject({ added: 0, left: 1, count: 50 })
  app.clock.advance(DAY)
  expect(await add(Ann, 'try50@example.org')).toMatchObject({ added: 1, left: 0, count: 51 })
})

test('of lists that are pasted at the same moment, fifty addresses are taken', async () => {
  const Ann = await person('Ann')
  const lists = Array.from({ length: 4 }, (_, list) =>
    Array.from({ length: 20 }, (__, index) => `at${list}.${index}@example.org`),
  )
  await Promise.all(lists.map((list) => add(Ann, list.join('\n'))))
  expect(await count(Ann)).toBe(50)
})

/** Nearly all of them with `meanwhile`; those who were here before are still signed in. */
async function fourWeeksLater(
  meanwhile: () => Promise<void>,
  ...people: CastMember[]
): Promise<void> {
  const work = contactJob.start(app.services)
  for (const days of [27, 3]) {
    app.clock.advance(days * DAY)
    await work.run(new AbortController().signal)
    for (const one of people) await signIn(one)
    if (days === 27) await meanwhile()
  }
}

async function signIn(who: CastMember): Promise<void> {
  const token = await startSession(app.db, {
    accountId: who.id,
    brand: 'adultcrush',
    device: 'Test',
    at: app.clock.now(),
    replaces: null,
  })
  who.cookies.set('session', token)
}

async function grants(owner: CastMember, viewer: CastMember): Promise<void> {
  await app.db
    .insertInto('photo_grants')
    .values({
      owner_id: owner.id,
      viewer_id: viewer.id,
      granted_at: app.clock.now(),
      requested_at: null,
      refused_at: null,
      ends_at: null,
    })
    .execute()
}

/** Asks for the address, and follows the link that was sent to it. */
async function changesTo(who: CastMember, email: string): Promise<void> {
  const link = await asksFor(who, email)
  const { status } = await follow(who, link)
  expect(status).toBe(303)
}

async function asksFor(who: CastMember, email: string): Promise<URL> {
  await who.calls(saveEmailAddress, { body: { email, password: PASSWORD } })
  return linkIn(app, email)
}

async function newcomer(email: string): Promise<{ id: number }> {
  joined += 1
  expect(
    (
      await register(app.visitor('adultcrush', { ip: `198.51.100.${joined}` }), {
        username: `Fiona${joined}`,
        email,
      })
    ).status,
  ).toBe(200)
  return app.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}
