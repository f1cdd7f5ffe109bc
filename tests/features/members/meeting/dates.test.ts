import { beforeEach, describe, expect, test } from 'vitest'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { changeDate, endDate, listDates, shareDate } from '#members/meeting/dates.contract.ts'
import { checkInJob, dateSweepJob } from '#members/meeting/dates.server.ts'
import { DAYS_AHEAD, localTimeAt, MAX_LINKS, momentAt } from '#members/meeting/dates.ts'
import { app, runJob, setsAccount, withApp } from '#tests/support/app.ts'
import { becomesPremium, blocks, type CastMember, joins } from '#tests/support/cast.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'

withApp()
let mia: CastMember
let dan: CastMember
let joined = 0
beforeEach(async () => {
  joined += 1
  mia = await joins(app, { brand: 'adultcrush', username: `Mia${joined}` })
  dan = await joins(app, { brand: 'adultcrush', username: `Dan${joined}`, gender: 'man' })
})

/** What a clock in Berlin shows in `ahead` milliseconds. */
const BERLIN = 60
const inBerlin = (ahead: number) => localTimeAt(new Date(app.clock.now().getTime() + ahead), BERLIN)
const details = (more: Record<string, unknown> = {}) => ({
  place: 'Café Einstein',
  meetsAt: inBerlin(5 * HOUR),
  utcOffset: BERLIN,
  note: 'I call at ten',
  hours: 6 as const,
  showsName: false,
  showsPhoto: false,
  showsBrand: false,
  checkIn: false,
  ...more,
})
const share = (more: Record<string, unknown> = {}, who = mia) =>
  who.calls(shareDate, { body: { id: dan.id, ...details(more) } })
const mine = (who = mia) => who.calls(listDates, { query: {} })

let openings = 0
/** As a friend without an account does, each from an address of their own. */
function open(
  address: string,
  { ip = `198.18.${openings >> 8}.${(openings += 1) & 255}`, method = 'GET' } = {},
): Promise<Response> {
  const request = new Request(address, {
    method,
    headers: { Host: new URL(address).host },
    redirect: 'manual',
  })
  return app.frontDoor(request, ip, () => Promise.reject(new Error('no page of members')))
}
const textOf = async (address: string) => (await open(address)).text()
const statusOf = async (address: string) => (await open(address)).status
const guess = (address: string) => new URL(`/date/${'A'.repeat(32)}`, address).href

describe('a shared date', () => {
  test('shows a guest the place, the time and the note, and nothing of the members, the brand or the network', async () => {
    await upload(dan, await aPhoto())
    const { address } = await share()
    const answer = await open(address)
    const text = await answer.text()
    expect(answer.status).toBe(200)
    for (const words of [
      'Café Einstein',
      'Friday, 20 November 2026, 18:00',
      'I call at ten',
      'Saturday, 21 November 2026, 00:00',
    ])
      expect(text).toContain(words)
    for (const words of [
      mia.username,
      dan.username,
      '@example.org',
      'AdultCrush',
      '<img',
      '<script',
      'http',
    ])
      expect(text).not.toContain(words)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('shows the username, the first photo and the brand where that is ticked', async () => {
    await upload(dan, await aPhoto())
    const { address } = await share({ showsName: true, showsPhoto: true, showsBrand: true })
    const text = await textOf(address)
    expect(text).toContain(`${dan.username} on AdultCrush`)
    expect(text).not.toContain('@example.org')
    const photo = await open(`${address}/photo`)
    expect([
      photo.status,
      photo.headers.get('Content-Type'),
      photo.headers.get('Cache-Control'),
    ]).toEqual([200, 'image/webp', 'no-store'])
    expect(await statusOf(`${(await share()).address}/photo`)).toBe(410)
  })

  test('shows no photo that not all members can see', async () => {
    await upload(dan, await aPhoto(), { isPrivate: 'on' })
    const { address } = await share({ showsPhoto: true })
    expect(await textOf(address)).not.toContain('<img')
    expect(await statusOf(`${address}/photo`)).toBe(410)
  })

  test('is changed under the same address, and ended at once', async () => {
    const { link, address } = await share()
    await mia.calls(changeDate, {
      body: { link, ...details({ place: 'The bridge', showsName: true }) },
    })
    expect(await textOf(address)).toMatch(new RegExp(`The bridge[^]*${dan.username}`))
    await mia.calls(endDate, { body: { link } })
    expect(await statusOf(address)).toBe(410)
    await expect(mia.calls(endDate, { body: { link } })).rejects.toMatchObject({ code: 'notFound' })
  })

  test('is listed for its owner with its address, of which the database has only a hash', async () => {
    const { link, address } = await share({ checkIn: true })
    expect((await mine()).links).toMatchObject([
      { id: link, address, place: 'Café Einstein', other: { id: dan.id }, checkIn: true },
    ])
    const rows = await app.db.selectFrom('date_links').selectAll().where('id', '=', link).execute()
    expect(JSON.stringify(rows)).not.toContain(address.split('/').at(-1))
    expect(
      Buffer.from(address.split('/').at(-1) ?? '', 'base64url').length * 8,
    ).toBeGreaterThanOrEqual(128)
    expect((await mine(dan)).links).toEqual([])
  })

  test('is nobody else’s to change or end', async () => {
    const { link, address } = await share()
    await expect(dan.calls(changeDate, { body: { link, ...details() } })).rejects.toMatchObject({
      code: 'notFound',
    })
    await expect(dan.calls(endDate, { body: { link } })).rejects.toMatchObject({ code: 'notFound' })
    expect(await statusOf(address)).toBe(200)
  })

  test('ends by itself some hours after the date, also for a job that did not run', async () => {
    const { address } = await share({ hours: 3 })
    app.clock.advance(8 * HOUR - MINUTE)
    expect(await statusOf(address)).toBe(200)
    app.clock.advance(MINUTE)
    expect([await statusOf(address), (await mine()).links]).toEqual([410, []])
    app.clock.advance(DAY)
    await runJob(app, dateSweepJob)
    expect(
      await app.db.selectFrom('date_links').select('id').where('account_id', '=', mia.id).execute(),
    ).toEqual([])
  })
})

describe('with whom, is forgotten when the other', () => {
  test.each<[string, () => Promise<unknown>, boolean]>([
    ['is blocked', () => blocks(mia, dan), false],
    ['blocks', () => blocks(dan, mia), false],
    ['deletes the account', () => leave(dan), false],
    ['is banned', () => setsAccount(app, dan, { banned_at: app.clock.now() }), false],
    ['takes a break', () => dan.calls(setShownTo, { body: { to: 'nobody' } }), false],
    ['does nothing', async () => undefined, true],
  ])('%s', async (_, happens, isNamed) => {
    await upload(dan, await aPhoto())
    const { address } = await share({ showsName: true, showsPhoto: true })
    await happens()
    const text = await textOf(address)
    expect([
      text.includes(dan.username),
      text.includes('<img'),
      await statusOf(`${address}/photo`),
    ]).toEqual(isNamed ? [true, true, 200] : [false, false, 410])
    expect(text).toContain('Café Einstein')
    expect((await mine()).links[0]?.other).toEqual(
      isNamed ? { id: dan.id, username: dan.username } : null,
    )
  })

  test('is erased, from the row as well; the owner’s own erasure takes the link', async () => {
    const { link, address } = await share({
      showsName: true,
      meetsAt: inBerlin(29 * DAY),
      hours: 24,
    })
    await leave(dan)
    app.clock.advance(29 * DAY)
    await erase(app)
    const row = () =>
      app.db.selectFrom('date_links').select('other_id').where('id', '=', link).executeTakeFirst()
    expect(await row()).toEqual({ other_id: null })
    expect(await statusOf(address)).toBe(200)
    await leave(mia)
    expect(await statusOf(address)).toBe(410)
  })
})

describe('an address that was guessed, has expired or was ended', () => {
  test('is answered alike: whoever tries learns nothing', async () => {
    const [expired, over] = [await share({ hours: 3 }), await share()]
    await mia.calls(endDate, { body: { link: over.link } })
    app.clock.advance(9 * HOUR)
    const addresses = [
      expired.address,
      over.address,
      guess(over.address),
      new URL('/date/x', over.address).href,
      new URL('/date/', over.address).href,
      `${expired.address}/photo`,
    ]
    const answers = await Promise.all(addresses.map(async (address) => await open(address)))
    const all = await Promise.all(
      answers.map(async (answer) => [
        answer.status,
        [...answer.headers].filter(([name]) => name !== 'x-request-id'),
        await answer.text(),
      ]),
    )
    for (const answer of all) expect(answer).toEqual(all[0])
    expect(all[0]?.[0]).toBe(410)
  })

  test.each([
    ['guessed', async () => guess((await share()).address)],
    ['expired', async () => expiredAddress()],
    ['ended', async () => endedAddress()],
    ['shared', async () => (await share()).address],
  ])(
    'opened a thousand times from one address (%s): sixty a minute are answered, for the others the database is not asked',
    async (kind, made) => {
      const address = await made()
      const ip = `198.19.0.${(openings += 1) & 255}`
      const statuses: number[] = []
      for (let time = 0; time < 1000; time += 1) statuses.push((await open(address, { ip })).status)
      const answered = kind === 'shared' ? 200 : 410
      expect([
        statuses.filter((status) => status === answered).length,
        statuses.filter((status) => status === 429).length,
      ]).toEqual([60, 940])
      app.clock.advance(MINUTE)
      expect((await open(address, { ip })).status).toBe(answered)
    },
  )

  async function expiredAddress(): Promise<string> {
    const { address } = await share({ hours: 3 })
    app.clock.advance(9 * HOUR)
    return address
  }
  async function endedAddress(): Promise<string> {
    const { link, address } = await share()
    await mia.calls(endDate, { body: { link } })
    return address
  }
})

describe('what is refused', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['no place', { place: ' ' }, 'place'],
    ['a place that is too long', { place: 'x'.repeat(121) }, 'place'],
    ['a note that is too long', { note: '🫖'.repeat(501) }, 'note'],
    ['no time', { meetsAt: '' }, 'meetsAt'],
    ['a day that does not exist', { meetsAt: '2027-02-30T20:00' }, 'meetsAt'],
    ['hours that are not offered', { hours: 5 }, 'hours'],
    ['a clock that nobody has', { utcOffset: 5000 }, 'utcOffset'],
  ])('%s', async (_, more, field) => {
    await expect(share(more)).rejects.toMatchObject({ status: 422, errors: [{ field }] })
  })

  test('a time that is past, or more than thirty days ahead', async () => {
    for (const ahead of [-13 * HOUR, DAYS_AHEAD * DAY + HOUR])
      await expect(share({ meetsAt: inBerlin(ahead) })).rejects.toMatchObject({
        errors: [{ field: 'meetsAt' }],
      })
    await expect(share({ meetsAt: inBerlin(-11 * HOUR), hours: 3 })).rejects.toMatchObject({
      errors: [{ field: 'hours' }],
    })
    await share({ meetsAt: inBerlin(-11 * HOUR), hours: 12 })
  })

  test('a date with somebody whom one cannot see, with support, and with oneself', async () => {
    await blocks(dan, mia)
    await expect(share()).rejects.toMatchObject({ code: 'unavailable' })
    const staff = await joins(app, { brand: 'adultcrush', username: `Staff${joined}`, staff: true })
    for (const id of [staff.id, mia.id, 999_999]) {
      await expect(mia.calls(shareDate, { body: { id, ...details() } })).rejects.toMatchObject({
        code: 'unavailable',
      })
    }
  })

  test('more than ten links at once, also when asked for at the same moment', async () => {
    const results = await Promise.allSettled(Array.from({ length: MAX_LINKS + 2 }, () => share()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_LINKS)
    expect((await mine()).links).toHaveLength(MAX_LINKS)
  })
})

describe('are you back safely?', () => {
  const ask = () => runJob(app, checkInJob)
  const mails = async () =>
    (await mailsTo(app, `${mia.username.toLowerCase()}@example.org`)).filter(
      ({ kind }) => kind === 'dateCheckIn',
    )
  const buttonOf = (text: string) => /https?:\/\/\S+\/date\/back\/\S+/.exec(text)?.[0] ?? ''
  beforeEach(() => setsAccount(app, mia, { owns_email: true }))

  test('is asked once, an hour before the end, and its button ends the link', async () => {
    const { address } = await share({ checkIn: true, hours: 3 })
    app.clock.advance(7 * HOUR - MINUTE)
    await ask()
    expect(await mails()).toEqual([])
    app.clock.advance(MINUTE)
    await Promise.all([ask(), ask()])
    await ask()
    const [mail, ...more] = await mails()
    expect([mail?.subject, more]).toEqual(['Are you back safely?', []])
    for (const words of [dan.username, 'Einstein']) expect(mail?.text).not.toContain(words)
    const button = buttonOf(mail?.text ?? '')
    // A mail program that opens the link ends nothing.
    expect([(await open(button)).status, await statusOf(address)]).toEqual([200, 200])
    expect((await open(button, { method: 'POST' })).status).toBe(200)
    expect(await statusOf(address)).toBe(410)
    expect((await open(button, { method: 'POST' })).status).toBe(200)
  })

  test('is not asked of whoever did not wish it, has ended the link, or has left', async () => {
    await share({ hours: 3 })
    const { link } = await share({ checkIn: true, hours: 3 })
    await mia.calls(endDate, { body: { link } })
    app.clock.advance(7 * HOUR)
    await ask()
    expect(await mails()).toEqual([])
  })

  test('is not asked about a link that has ended meanwhile', async () => {
    await share({ checkIn: true, hours: 3 })
    app.clock.advance(20 * HOUR)
    await ask()
    expect(await mails()).toEqual([])
  })

  test('ends no link by a key that was made up', async () => {
    const { link, address } = await share()
    const made = Buffer.from(JSON.stringify({ dateBack: link })).toString('base64url')
    for (const key of [`${made}.x`, made, '', 'x.y.z'])
      expect(
        (await open(new URL(`/date/back/${key}`, address).href, { method: 'POST' })).status,
      ).toBe(410)
    expect(await statusOf(address)).toBe(200)
  })
})

test('the time is that of the place: by the browser’s clock, or by the sun where there is no script', async () => {
  expect(momentAt('2026-11-27T20:00', 60)?.toISOString()).toBe('2026-11-27T19:00:00.000Z')
  // New York is at 74° west: five hours behind.
  const tomorrow = new Date(app.clock.now().getTime() + DAY).toISOString().slice(0, 10)
  const { link } = await share(
    { utcOffset: '', meetsAt: `${tomorrow}T12:00`, hours: 3 },
    await becomesShared(),
  )
  const { ends_at } = await app.db
    .selectFrom('date_links')
    .select('ends_at')
    .where('id', '=', link)
    .executeTakeFirstOrThrow()
  expect(ends_at.toISOString()).toBe(`${tomorrow}T20:00:00.000Z`)
})

async function becomesShared(): Promise<CastMember> {
  const member = await joins(app, {
    brand: 'adultcrush',
    username: `York${joined}`,
    longitude: -74.01,
  })
  await becomesPremium(app, member)
  return member
}
