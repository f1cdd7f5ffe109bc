import { beforeEach, describe, expect, test } from 'vitest'
import { FIRST_MESSAGES, messageRules } from '#core/rules/message-rules.ts'
import { DAY, SECOND } from '#lib/clock.ts'
import { revealMessage, sendMessage } from '#members/messages/messages.contract.ts'
import { sendVoice } from '#members/messages/voice/voice.contract.ts'
import { calmWarning } from '#members/messages/writing/questions.contract.ts'
import { sendMagicMessage } from '#members/search/magic-message/magic-message.contract.ts'
import { app, setsProfile, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins, messagesOf } from '#tests/support/cast.ts'
import { givesCredits } from '#tests/support/credits.ts'
import { tone } from '#tests/support/sounds.ts'

withApp()
let Ann: CastMember
let Ben: CastMember
let number = 0
beforeEach(async () => {
  number += 1
  app.clock.advance(DAY)
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${number}` })
  Ben = await joins(app, { brand: 'adultcrush', username: `Ben${number}`, gender: 'man' })
  for (const one of [Ann, Ben]) await becomesPremium(app, one)
})

const MONEY = 'Could you lend me 200 euros until Friday?'
const ELSEWHERE = 'Text me on WhatsApp'

function writes(
  from: CastMember,
  to: CastMember,
  body: string,
  isSure?: 'yes',
  idempotencyKey?: string,
) {
  app.clock.advance(SECOND)
  return from.calls(
    sendMessage,
    { body: { id: to.id, body, isSure } },
    idempotencyKey ? { idempotencyKey } : {},
  )
}
const calms = (member: CastMember, messageId: number) =>
  member.calls(calmWarning, { body: { messageId } })
const counts = async () => {
  const rows = await app.db
    .selectFrom('message_questions')
    .select(['rule', 'event', 'count'])
    .execute()
  return Object.fromEntries(rows.map(({ rule, event, count }) => [`${rule} ${event}`, count]))
}

describe('a message that a rule fits', () => {
  test('is sent only after the sender has said yes, once, and nothing of it is kept before', async () => {
    await app.db.deleteFrom('message_questions').execute()
    await expect(writes(Ann, Ben, MONEY, undefined, 'key-1')).rejects.toMatchObject({
      status: 409,
      code: 'areYouSure',
      message: messageRules.money.question,
    })
    expect(await messagesOf(Ben, Ann)).toEqual([])
    expect(
      await app.db
        .selectFrom('conversations')
        .select('id')
        .where('low_id', '=', Math.min(Ann.id, Ben.id))
        .execute(),
    ).toEqual([])
    const rows = await app.db.selectFrom('message_questions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('Friday')
    for (let tries = 0; tries < 2; tries += 1) await writes(Ann, Ben, MONEY, 'yes', 'key-1')
    expect(await messagesOf(Ben, Ann)).toHaveLength(1)
    expect(await counts()).toMatchObject({ 'money asked': 1 })
  })

  test('carries a warning for its recipient alone, until they are fine with it', async () => {
    const { message } = await writes(Ann, Ben, MONEY, 'yes')
    expect(message.warning).toBeNull()
    expect(await messagesOf(Ann, Ben)).toMatchObject([{ warning: null }])
    expect(await messagesOf(Ben, Ann)).toMatchObject([{ warning: messageRules.money.warning }])
    await expect(calms(Ann, message.id)).rejects.toMatchObject({ code: 'notFound' })
    const { next } = await calms(Ben, message.id)
    expect(next).toBe(`/messages?with=${Ann.id}#newest`)
    expect(await messagesOf(Ben, Ann)).toMatchObject([{ warning: null }])
    const fine = (await counts())['money fine']
    await calms(Ben, message.id)
    expect((await counts())['money fine']).toBe(fine)
  })

  test('of a stranger’s conversation is not there to be fine with', async () => {
    const { message } = await writes(Ann, Ben, MONEY, 'yes')
    const other = await joins(app, { brand: 'adultcrush', username: `Other${number}` })
    await expect(calms(other, message.id)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('is asked about only where it could be sent: an upgrade, a block, oneself come first', async () => {
    const poor = await joins(app, { brand: 'adultcrush', username: `Poor${number}` })
    await expect(writes(poor, Ben, MONEY)).rejects.toMatchObject({ code: 'needsPremium' })
    await app.db
      .insertInto('blocks')
      .values({ blocker_id: Ben.id, blocked_id: Ann.id, created_at: app.clock.now() })
      .execute()
    await expect(writes(Ann, Ben, MONEY)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(writes(Ann, Ann, MONEY)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('in a hidden message says nothing before it is revealed', async () => {
    const poor = await joins(app, { brand: 'adultcrush', username: `Poor${number}` })
    const { message } = await writes(Ann, poor, MONEY, 'yes')
    expect(await messagesOf(poor, Ann)).toMatchObject([{ isMasked: true, warning: null }])
    await poor.calls(revealMessage, { body: { messageId: message.id } })
    expect(await messagesOf(poor, Ann)).toMatchObject([
      { isMasked: false, warning: messageRules.money.warning },
    ])
  })
})

describe('to leave for another place', () => {
  test('is a question in the first messages alone', async () => {
    await expect(writes(Ann, Ben, ELSEWHERE)).rejects.toMatchObject({
      code: 'areYouSure',
      message: messageRules.elsewhere.question,
    })
    for (let n = 0; n < FIRST_MESSAGES; n += 1)
      await writes(n % 2 === 0 ? Ann : Ben, n % 2 === 0 ? Ben : Ann, `A word, number ${n}`)
    expect((await writes(Ann, Ben, ELSEWHERE)).message.body).toBe(ELSEWHERE)
    expect((await messagesOf(Ben, Ann)).at(-1)).toMatchObject({ body: ELSEWHERE, warning: null })
    await expect(writes(Ann, Ben, MONEY)).rejects.toMatchObject({ code: 'areYouSure' })
  })
})

test('two tabs that say yes at the same moment with one key send one message', async () => {
  await Promise.all([
    writes(Ann, Ben, MONEY, 'yes', 'both'),
    writes(Ann, Ben, MONEY, 'yes', 'both'),
  ])
  expect(await messagesOf(Ben, Ann)).toHaveLength(1)
})

test('the words of a voice message are asked about, before anything is stored', async () => {
  const [Mia, Max] = [
    await joins(app, { brand: 'megaflirt', username: `Mia${number}` }),
    await joins(app, { brand: 'megaflirt', username: `Max${number}` }),
  ]
  await givesCredits(app, Mia, 5)
  const says = (isSure: string) => {
    const form = new FormData()
    form.set('id', String(Max.id))
    form.set('recording', new Blob([tone()]))
    form.set('transcript', MONEY)
    form.set('isSure', isSure)
    return Mia.calls(sendVoice, { form })
  }
  await expect(says('')).rejects.toMatchObject({ code: 'areYouSure' })
  expect(await messagesOf(Max, Mia)).toEqual([])
  await says('yes')
  expect(await messagesOf(Max, Mia)).toMatchObject([
    { kind: 'voice', warning: messageRules.money.warning },
  ])
})

test('an opener to ten is asked about before anybody gets it', async () => {
  await setsProfile(app, Ann, { looking_for: ['man'] })
  const sends = (isSure?: 'yes') =>
    Ann.calls(sendMagicMessage, { body: { body: ELSEWHERE, isSure } })
  await expect(sends()).rejects.toMatchObject({ code: 'areYouSure' })
  expect(await messagesOf(Ben, Ann)).toEqual([])
  await sends('yes')
  expect(await messagesOf(Ben, Ann)).toMatchObject([
    { kind: 'magic', warning: messageRules.elsewhere.warning },
  ])
})

test('a form without script is asked as well, and sends with its second button', async () => {
  const posts = async (more: Record<string, string>) => {
    const body = new URLSearchParams({
      id: String(Ben.id),
      body: MONEY,
      key: `form-${number}`,
      ...more,
    })
    const answer = await Ann.visit('/message/chatMessages', {
      method: 'POST',
      headers: { Origin: `http://${Ann.host}` },
      body,
    })
    return { status: answer.status, to: answer.headers.get('Location') }
  }
  expect((await posts({})).status).toBe(409)
  expect(await posts({ isSure: 'yes' })).toEqual({
    status: 303,
    to: `/messages?with=${Ben.id}#newest`,
  })
  expect(await messagesOf(Ben, Ann)).toHaveLength(1)
})
