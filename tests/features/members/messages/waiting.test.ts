import { beforeEach, describe, expect, test } from 'vitest'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { hideConversation } from '#members/messages/inbox/inbox.contract.ts'
import { notNow, whoWaits } from '#members/messages/inbox/waiting.contract.ts'
import { NOT_NOW_FOR, waitsInWords } from '#members/messages/inbox/waiting.ts'
import { brands } from '#sites/registry.ts'
import { app, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import { becomesPremium, blocks, type CastMember, joins, writesTo } from '#tests/support/cast.ts'
import { leave } from '#tests/support/leaving.ts'

withApp()
let mia: CastMember
let joined = 0
beforeEach(async () => {
  mia = await premium('Mia')
})

async function premium(name: string): Promise<CastMember> {
  joined += 1
  const member = await joins(app, { brand: 'adultcrush', username: `${name}${joined}` })
  await becomesPremium(app, member)
  return member
}

const write = async (from: CastMember, to: CastMember) => {
  app.clock.advance(MINUTE)
  await writesTo(from, to, 'Good evening')
}
const tray = (count?: number) =>
  mia.calls(whoWaits, { query: count === undefined ? {} : { count } })
const waiting = async () => (await tray()).waiting.map(({ other }) => other.username)
const putOff = (whom: CastMember, later?: 'yes' | 'no') =>
  mia.calls(notNow, { body: { id: whom.id, later } })

describe('who waits for an answer', () => {
  test('are those whose message is the last one, the longest first, also after it was read and after more messages', async () => {
    const [first, second, answered] = [
      await premium('First'),
      await premium('Second'),
      await premium('Answered'),
    ]
    await write(first, mia)
    const since = app.clock.now().toISOString()
    await write(answered, mia)
    await write(second, mia)
    await write(first, mia)
    await write(mia, answered)
    expect(await tray()).toMatchObject({
      waiting: [{ other: { userId: first.id }, since }, { other: { userId: second.id } }],
      count: 2,
    })
    expect(await tray(1)).toMatchObject({ waiting: [{ other: { userId: first.id } }], count: 2 })
    await write(answered, mia)
    expect(await waiting()).toEqual([first.username, second.username, answered.username])
  })

  test('wait no longer once they are answered, and the other side does not wait for itself', async () => {
    const rosa = await premium('Rosa')
    await write(rosa, mia)
    await write(mia, rosa)
    expect(await tray()).toEqual({ waiting: [], count: 0 })
    expect((await rosa.calls(whoWaits, { query: {} })).waiting).toMatchObject([
      { other: { userId: mia.id } },
    ])
  })

  test.each<[string, (one: CastMember) => Promise<unknown>]>([
    ['blocked', (one) => blocks(mia, one)],
    ['has blocked them', (one) => blocks(one, mia)],
    ['is banned', (one) => setsAccount(app, one, { banned_at: app.clock.now() })],
    ['is hidden', (one) => setsProfile(app, one, { hidden_at: app.clock.now() })],
    ['is deleted', (one) => leave(one)],
    ['takes a break', (one) => one.calls(setShownTo, { body: { to: 'nobody' } })],
    [
      'is in a conversation that was hidden',
      (one) => mia.calls(hideConversation, { body: { id: one.id } }),
    ],
  ])('are nobody who %s', async (_, happens) => {
    const [rosa, gone] = [await premium('Rosa'), await premium('Gone')]
    await write(gone, mia)
    await write(rosa, mia)
    expect(await waiting()).toEqual([gone.username, rosa.username])
    await happens(gone)
    expect(await tray()).toMatchObject({ waiting: [{ other: { userId: rosa.id } }], count: 1 })
  })

  test('are shown to a standard member, too, without a word of what they wrote', async () => {
    const [rosa, standard] = [
      await premium('Rosa'),
      await joins(app, { brand: 'adultcrush', username: `Standard${(joined += 1)}` }),
    ]
    await write(rosa, standard)
    const answer = await standard.request('/message/waiting')
    expect(await answer.clone().json()).toMatchObject({ count: 1 })
    expect(await answer.text()).not.toContain('Good evening')
  })
})

describe('not now', () => {
  test('takes somebody out for three days, also if they write again; an answer ends it', async () => {
    const rosa = await premium('Rosa')
    await write(rosa, mia)
    await putOff(rosa)
    await write(rosa, mia)
    expect(await waiting()).toEqual([])
    app.clock.advance(NOT_NOW_FOR)
    expect(await waiting()).toEqual([rosa.username])
    await putOff(rosa)
    await write(mia, rosa)
    await write(rosa, mia)
    expect(await waiting()).toEqual([rosa.username])
  })

  test('is taken back', async () => {
    const rosa = await premium('Rosa')
    await write(rosa, mia)
    await putOff(rosa)
    await putOff(rosa, 'no')
    expect(await waiting()).toEqual([rosa.username])
  })

  test.each([
    ['/dashboard#waiting-title', '/dashboard#waiting-title'],
    ['//elsewhere.example/', '/messages'],
    ['', '/messages'],
  ])('leads a form without script back to where it stands: %j to %s', async (back, next) => {
    const rosa = await premium('Rosa')
    await write(rosa, mia)
    const form = {
      method: 'POST',
      headers: { Origin: `http://${mia.host}` },
      body: new URLSearchParams({ id: String(rosa.id), back }),
    }
    const { status, headers } = await mia.visit('/message/notNow', form)
    expect([status, headers.get('Location')]).toEqual([303, next])
  })

  test('changes nothing for the other, and needs a conversation', async () => {
    const rosa = await premium('Rosa')
    await write(rosa, mia)
    const before = await (await rosa.request('/message/index')).json()
    await putOff(rosa)
    expect(await (await rosa.request('/message/index')).json()).toEqual(before)
    await expect(putOff(await premium('Stranger'))).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test.each([
  [30 * MINUTE, 'Wrote within the hour'],
  [HOUR, 'Wrote 1 hour ago'],
  [2 * DAY, 'Wrote 2 days ago'],
])('the tray says since when: after %i ms', (passed, words) => {
  const now = app.clock.now()
  expect(waitsInWords(later(now, -passed), now)).toBe(words)
})

test('every brand has three ready answers that any of its members may send', () => {
  for (const { id, voice, limits } of brands) {
    expect([
      id,
      new Set(voice.endings).size,
      voice.endings.every((text) => text.length <= limits.maxMessageChars),
    ]).toEqual([id, 3, true])
  }
})
