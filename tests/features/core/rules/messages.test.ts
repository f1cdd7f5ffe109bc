import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ruleIds } from '#core/rules/rules.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { agingJob } from '#members/leaving/erasure.server.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import {
  becomesPremium,
  type CastMember,
  joins,
  messagesOf,
  writesTo,
} from '#tests/support/cast.ts'

withApp()
let Ann: CastMember
let people: CastMember[] = []
let number = 0
beforeAll(async () => {
  for (let index = 0; index < 16; index += 1)
    people.push(
      await joins(app, { brand: 'adultcrush', username: `Reader${index}`, gender: 'man' }),
    )
})
beforeEach(async () => {
  number += 1
  // A day, so that nothing is counted from another test; the session of a reader ends after thirty.
  app.clock.advance(DAY + MINUTE)
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${number}` })
  await becomesPremium(app, Ann)
  await app.db.deleteFrom('fraud_switches').execute()
})

const COPY =
  'Hello dear, I saw your profile and I think we could be a very good match. What do you do on Sundays?'

async function writes(from: CastMember, to: CastMember, body: string) {
  app.clock.advance(SECOND)
  return writesTo(from, to, body, { isSure: 'yes' })
}
const hits = (member: CastMember) =>
  app.db
    .selectFrom('rule_hits')
    .select(['rule', 'shadow', 'times', 'features'])
    .where('account_id', '=', member.id)
    .where('rule', 'in', ruleIds)
    .orderBy('rule')
    .execute()

describe('the same words to several people', () => {
  test('warn the fifth of them, slow their sender down in words, and end after an hour', async () => {
    for (const [index, to] of people.slice(0, 5).entries())
      await writes(Ann, to, COPY.replace('dear', `Number ${index}`))
    expect(await messagesOf(people[3] as CastMember, Ann)).toMatchObject([{ warning: null }])
    await becomesPremium(app, people[4] as CastMember)
    expect(await messagesOf(people[4] as CastMember, Ann)).toMatchObject([
      { warning: expect.stringMatching('the same words') },
    ])
    expect(await hits(Ann)).toMatchObject([
      {
        rule: 'copies',
        shadow: false,
        times: 1,
        features: { copiesTo: 5, recipientsInDay: 5, unansweredInDay: 5 },
      },
    ])
    await expect(writes(Ann, people[5] as CastMember, 'Something else')).rejects.toMatchObject({
      status: 429,
      message: expect.stringMatching(
        /You can begin the next one in 60 minutes; those that you have go on/,
      ),
    })
    await writes(Ann, people[0] as CastMember, 'This conversation goes on')
    app.clock.advance(HOUR)
    await writes(Ann, people[5] as CastMember, 'Something else')
  })

  test('are fewer on a brand that is stricter', async () => {
    const Una = await joins(app, { brand: 'discreetcrush', username: `Una${number}` })
    await becomesPremium(app, Una)
    for (const from of [Ann, Una])
      for (const to of people.slice(0, 3))
        await writes(from, to, COPY.replace('dear', from.username))
    expect([await hits(Ann), await hits(Una)]).toMatchObject([
      [],
      [{ rule: 'copies', features: { copiesTo: 3 } }],
    ])
    await expect(writes(Una, people[4] as CastMember, 'Something else')).rejects.toMatchObject({
      status: 429,
    })
    await writes(Ann, people[4] as CastMember, 'Something else')
  })

  test('are counted rightly where they are sent at the same moment', async () => {
    const sent = await Promise.allSettled(people.slice(0, 8).map((to) => writesTo(Ann, to, COPY)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await hits(Ann)).toMatchObject([{ rule: 'copies', features: { copiesTo: 5 } }])
  })

  test('are no sign where they are a greeting', async () => {
    for (const to of people.slice(0, 6)) await writes(Ann, to, 'Good evening, how are you?')
    expect(await hits(Ann)).toEqual([])
  })

  test('do nothing where the rule is in shadow, and are recorded', async () => {
    await app.db
      .insertInto('fraud_switches')
      .values({ rule: 'copies', shadow: true, changed_at: app.clock.now(), changed_by: Ann.id })
      .execute()
    for (const to of people.slice(0, 6)) await writes(Ann, to, COPY)
    expect(await hits(Ann)).toMatchObject([{ rule: 'copies', shadow: true, times: 2 }])
    await becomesPremium(app, people[4] as CastMember)
    expect(await messagesOf(people[4] as CastMember, Ann)).toMatchObject([{ warning: null }])
  })

  test('of three accounts are recorded in shadow', async () => {
    for (const [index, to] of people.slice(0, 3).entries()) {
      const one = await joins(app, { brand: 'adultcrush', username: `Swarm${number}x${index}` })
      await becomesPremium(app, one)
      await writes(one, to, COPY)
      expect(await hits(one)).toMatchObject(
        index < 2 ? [] : [{ rule: 'copiesOfOthers', shadow: true, features: { copiesFrom: 2 } }],
      )
    }
  })
})

test.each([
  ['contacts', 3, (index: number) => `Text me on WhatsApp, ${index}`],
  ['money', 1, () => 'Could you lend me 200 euros until Friday?'],
  ['unanswered', 10, (index: number) => `Evening number ${index}`],
  ['manyFirsts', 15, (index: number) => `Evening number ${index}`],
] as const)('the rule %s fires at message %i', async (rule, count, body) => {
  for (let index = 0; index < count; index += 1) {
    expect((await hits(Ann)).map((one) => one.rule)).not.toContain(rule)
    await writes(Ann, people[index] as CastMember, body(index))
  }
  expect((await hits(Ann)).map((one) => one.rule)).toContain(rule)
})

test('those who answered do not count as unanswered', async () => {
  for (const reader of people.slice(0, 10)) {
    await becomesPremium(app, reader)
    await writes(Ann, reader, `Good evening to you, ${reader.username}`)
    if (['Reader1', 'Reader2'].includes(reader.username)) await writes(reader, Ann, 'And to you')
  }
  expect(await hits(Ann)).toEqual([])
})

test('an ordinary message costs one statement more if it is the first, and none if it is not', async () => {
  await writes(Ann, people[0] as CastMember, 'Good evening')
  await writes(Ann, people[0] as CastMember, 'I forgot to ask how you are')
  const rows = await app.db
    .selectFrom('fraud_messages')
    .select('is_first')
    .where('account_id', '=', Ann.id)
    .execute()
  expect(rows).toEqual([{ is_first: true }])
})

test('nothing of a message is kept but numbers, and these for a day', async () => {
  await writes(Ann, people[0] as CastMember, `${COPY} Text me on WhatsApp`)
  const { rows } =
    await sql`select l::text, (select string_agg(f::text, '') from rule_hits f) as hits from fraud_messages l`.execute(
      app.db,
    )
  expect(JSON.stringify(rows)).not.toMatch(/match|WhatsApp|Sundays/i)
  app.clock.advance(DAY)
  await runJob(app, agingJob)
  expect(await app.db.selectFrom('fraud_messages').select('id').execute()).toEqual([])
})
