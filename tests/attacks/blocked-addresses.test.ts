import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import { contactJob, effectOf } from '#members/reports/contacts/contact-effects.server.ts'
import { blockContacts, unblockContacts } from '#members/reports/contacts/contacts.contract.ts'
import { geoProfiles } from '#members/search/profile/geo-profiles.contract.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import { app, runJob, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'
import { follow, register } from '../support/joining.ts'
import { linkIn } from '../support/mail.ts'

/** Who tries out by blocking addresses, or by joining with one, whose profile is whose. */

withApp()

const addressOf = (who: { username: string }) => `${who.username.toLowerCase()}@example.org`
const block = (who: CastMember, contacts: readonly string[]) =>
  who.calls(blockContacts, { body: { contacts: contacts.join('\n') } })
const lift = (who: CastMember) => who.calls(unblockContacts, { body: { all: 'yes' } })
const jobs = () => runJob(app, contactJob)

async function found(who: Pick<CastMember, 'calls'>): Promise<number[]> {
  const query = {
    gender: ['woman' as const, 'man' as const],
    radius: 'any' as const,
    country: 'any',
  }
  const { members } = await who.calls(searchUsers, { query })
  return members.map(({ id }) => id).toSorted((a, b) => a - b)
}

test('nine rounds of block, look and lift over addresses show the same people each time', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      joins(app, { brand: 'adultcrush', username: `Target${n}` }),
    ),
  )
  const Mallory = await joins(app, { brand: 'adultcrush', username: 'Mallory' })
  const before = await found(Mallory)
  expect(before).toEqual(expect.arrayContaining(people.map(({ id }) => id)))
  const strangers = Array.from({ length: 492 }, (_, n) => `stranger${n}@example.org`)
  const addresses = [...people.map(addressOf), ...strangers]
  const answers: unknown[] = []
  for (let round = 0; round < 9; round += 1) {
    const { next: _, ...answer } = await block(
      Mallory,
      addresses.filter((_, n) => ((n >> round) & 1) === 1),
    )
    answers.push(answer)
    app.clock.advance(MINUTE)
    await jobs()
    expect(await found(Mallory)).toEqual(before)
    await expect(lift(Mallory)).rejects.toMatchObject({ code: 'conflict' })
  }
  // The same as for addresses that nobody has.
  const Other = await joins(app, { brand: 'adultcrush', username: 'Other' })
  const unknown = addresses.map((_, n) => `unknown${n}@example.org`)
  for (const [round, answer] of answers.entries()) {
    const { next: _, ...same } = await block(
      Other,
      unknown.filter((_, n) => ((n >> round) & 1) === 1),
    )
    expect(answer).toEqual(same)
  }
})

test('what is blocked on one day takes effect together, at a minute of the next that is another for each, and returns no sooner than after four weeks', async () => {
  const people = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      joins(app, { brand: 'adultcrush', username: `Someone${n}` }),
    ),
  )
  const blockers = await Promise.all(
    ['Mila', 'Mona', 'Mara'].map((username) => joins(app, { brand: 'adultcrush', username })),
  )
  const ids = new Set(people.map(({ id }) => id))
  for (const one of blockers) {
    await block(one, people.slice(0, 2).map(addressOf))
    await block(one, people.slice(2).map(addressOf))
  }
  const at = new Date(Math.floor(app.clock.now().getTime() / DAY) * DAY + DAY)
  app.clock.advance(at.getTime() - app.clock.now().getTime())
  const hidden = new Set<number>()
  for (let hour = 0; hour <= 24; hour += 1) {
    await jobs()
    for (const one of blockers) {
      const seen = (await found(one)).filter((id) => ids.has(id)).length
      expect([0, 4]).toContain(seen)
      if (seen === 0) hidden.add(one.id)
    }
    app.clock.advance(HOUR)
  }
  expect(hidden.size).toBe(3)
  const minutes = Array.from({ length: 100 }, (_, id) => effectOf(app.services, id, at).getTime())
  expect(new Set(minutes).size).toBeGreaterThan(90)
  expect(Math.min(...minutes)).toBeGreaterThanOrEqual(at.getTime() + DAY)
  expect(Math.max(...minutes)).toBeLessThan(at.getTime() + 2 * DAY)
  const [Mila] = blockers as [CastMember]
  expect(await lift(Mila)).toMatchObject({ removed: 4 })
  app.clock.advance(13 * DAY)
  await jobs()
  expect((await found(Mila)).filter((id) => ids.has(id))).toEqual([])
})

test('whoever joins with somebody’s address learns nothing of who has blocked it', async () => {
  const [Ann, Ben] = [
    await joins(app, { brand: 'adultcrush', username: 'Ann' }),
    await joins(app, { brand: 'adultcrush', username: 'Ben' }),
  ]
  await block(Ann, ['victim@example.org'])
  await block(Ben, ['another@example.org'])
  const joining = async (username: string, email: string) => {
    const visitor = app.visitor('adultcrush', { ip: `198.51.100.${username.length}` })
    expect((await register(visitor, { username, email })).status).toBe(200)
    const { id } = await app.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await app.db.deleteFrom('onboarding_steps').where('account_id', '=', id).execute()
    return { visitor, id }
  }
  const theirs = await joining('Vera', 'victim@example.org')
  const nobodys = await joining('Norah', 'nobody@example.org')
  const [one, other] = [await found(theirs.visitor), await found(nobodys.visitor)]
  const both = [theirs.id, nobodys.id]
  expect(one.filter((id) => !both.includes(id))).toEqual(other.filter((id) => !both.includes(id)))
  for (const { id } of [Ann, Ben]) expect(one).not.toContain(id)
  const around = await theirs.visitor.calls(geoProfiles, { query: {} })
  expect(around.members.filter(({ id }) => id === Ann.id || id === Ben.id)).toEqual([])
  await app.db
    .updateTable('accounts')
    .set({ email_confirmed_at: app.clock.now() })
    .where('id', 'in', both)
    .execute()
  const [confirmed, free] = [await found(theirs.visitor), await found(nobodys.visitor)]
  expect([confirmed.includes(Ann.id), confirmed.includes(Ben.id)]).toEqual([false, true])
  expect([free.includes(Ann.id), free.includes(Ben.id)]).toEqual([true, true])
})

test('nor by moving on from there to an address of their own', async () => {
  const Lea = await joins(app, { brand: 'adultcrush', username: 'Lea' })
  await block(Lea, ['former-partner@example.org'])
  app.clock.advance(2 * DAY)
  await jobs()
  const moving = async (username: string, email: string) => {
    const visitor = app.visitor('adultcrush', { ip: `198.51.101.${username.length}` })
    expect((await register(visitor, { username, email })).status).toBe(200)
    await app.db.deleteFrom('onboarding_steps').execute()
    const own = `${username.toLowerCase()}-own@example.org`
    expect(
      (
        await visitor.posts('/site/saveEmailAddress', {
          email: own,
          password: 'a quiet evening in',
        })
      ).status,
    ).toBe(200)
    await follow(visitor, await linkIn(app, own))
    return visitor
  }
  const [theirs, nobodys] = [
    await moving('Veronica', 'former-partner@example.org'),
    await moving('Nele', 'nobody-else@example.org'),
  ]
  expect([(await found(theirs)).includes(Lea.id), (await found(nobodys)).includes(Lea.id)]).toEqual(
    [true, true],
  )
})
