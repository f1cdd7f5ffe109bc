import { beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR, SECOND } from '#lib/clock.ts'
import { hideConversation } from '#members/messages/inbox/inbox.contract.ts'
import { typing } from '#members/messages/typing/typing.contract.ts'
import { app, everythingHeard, setsAccount, setsProfile, withApp } from '#tests/support/app.ts'
import { becomesPremium, blocks, type CastMember, joins, writesTo } from '#tests/support/cast.ts'

withApp()
let Kim: CastMember
let Lee: CastMember
let turn = 0
beforeEach(async () => {
  turn += 1
  app.clock.advance(HOUR)
  ;[Kim, Lee] = [await comes('Kim'), await comes('Lee')]
  await becomesPremium(app, Kim)
  await becomesPremium(app, Lee)
  await writesTo(Kim, Lee)
})

const comes = (username: string, brand = 'adultcrush') =>
  joins(app, { brand, username: `${username}${turn}` })
const types = (from: CastMember, to: CastMember) => from.calls(typing, { body: { id: to.id } })
const standardFromNow = (member: CastMember) =>
  setsAccount(app, member, { premium_until: app.clock.now() })

async function listens(member: CastMember): Promise<Array<Record<string, unknown>>> {
  const { body } = await member.request('/event/stream')
  if (!body) throw new Error('no body')
  const hints: Array<Record<string, unknown>> = []
  const decoder = new TextDecoder()
  void (async () => {
    for await (const chunk of body) {
      for (const [, data = ''] of decoder
        .decode(chunk, { stream: true })
        .matchAll(/^data: (.*)$/gm))
        hints.push(JSON.parse(data) as Record<string, unknown>)
    }
  })()
  await vi.waitFor(() => expect(hints).toContainEqual({ type: 'ready' }))
  return hints
}

const told = (hints: Array<Record<string, unknown>>) =>
  hints.filter(({ type }) => type === 'typing')

async function hears(reader: CastMember, writer: CastMember): Promise<boolean> {
  const hints = await listens(reader)
  await types(writer, reader)
  await everythingHeard(app)
  return told(hints).length > 0
}

describe('while somebody writes', () => {
  test('the other one is told who, and nothing else, at most once in two seconds', async () => {
    const [hints, own] = [await listens(Lee), await listens(Kim)]
    await types(Kim, Lee)
    await types(Kim, Lee)
    await everythingHeard(app)
    expect(told(hints)).toEqual([{ type: 'typing', otherId: Kim.id }])
    app.clock.advance(3 * SECOND)
    await types(Kim, Lee)
    await everythingHeard(app)
    expect(told(hints)).toHaveLength(2)
    expect(told(own)).toEqual([])
  })

  test('no other member is told', async () => {
    const Sue = await comes('Sue')
    const hints = await listens(Sue)
    await types(Kim, Lee)
    await everythingHeard(app)
    expect(told(hints)).toEqual([])
  })

  test('a first message is not announced', async () => {
    const Sue = await comes('Sue')
    await becomesPremium(app, Sue)
    expect(await hears(Sue, Kim)).toBe(false)
  })

  test('whoever turned read marks off neither tells nor is told', async () => {
    await setsAccount(app, Lee, { shows_reading: false })
    expect(await hears(Lee, Kim)).toBe(false)
    expect(await hears(Kim, Lee)).toBe(false)
  })

  test('whoever may not read the message is not told of it, but on a brand where reading is free they are', async () => {
    await standardFromNow(Lee)
    expect(await hears(Lee, Kim)).toBe(false)
    const LeeThere = await comes('There', 'wivesnow')
    app.clock.advance(3 * SECOND)
    await writesTo(Kim, LeeThere)
    expect(await hears(LeeThere, Kim)).toBe(true)
  })

  test('whoever may not send the message announces none', async () => {
    await standardFromNow(Kim)
    expect(await hears(Lee, Kim)).toBe(false)
  })

  test('a break, on either side, and a hidden conversation are silent', async () => {
    const pause = (member: CastMember, at: Date | null) =>
      setsProfile(app, member, { paused_at: at })
    await pause(Lee, app.clock.now())
    expect(await hears(Lee, Kim)).toBe(false)
    expect(await hears(Kim, Lee)).toBe(false)
    await pause(Lee, null)
    await Lee.calls(hideConversation, { body: { id: Kim.id } })
    app.clock.advance(3 * SECOND)
    expect(await hears(Lee, Kim)).toBe(false)
  })

  test('a block ends it, with the answer that hides who did it', async () => {
    await blocks(Lee, Kim)
    await expect(types(Kim, Lee)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(types(Lee, Kim)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('forty signals a minute are enough', async () => {
    for (let n = 0; n < 40; n += 1) await types(Kim, Lee)
    await expect(types(Kim, Lee)).rejects.toMatchObject({ code: 'tooMany' })
  })
})
