import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { identityOf } from '#core/rules/fraud.server.ts'
import { isFraudster } from '#core/rules/identities.sql.ts'
import { DAY } from '#lib/clock.ts'
import { eraseAccount } from '#members/leaving/erasure.server.ts'
import { decide } from '#staff/decisions/decisions.server.ts'
import { dismissFraudNotice, getFraudNotices } from '#staff/messages/fraud-notices.contract.ts'
import { fraudNoticeJob } from '#staff/messages/fraud-notices.server.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, eve, joins, writesTo } from '#tests/support/cast.ts'

withApp()
let Eve: CastMember
let Mallory: CastMember
let number = 0
beforeAll(async () => {
  Eve = await eve(app)
})
beforeEach(async () => {
  number += 1
  await app.db.deleteFrom('mails').execute()
  Mallory = await joins(app, { brand: 'adultcrush', username: `Mallory${number}` })
  await becomesPremium(app, Mallory)
})

async function reader(name: string, brand = 'adultcrush'): Promise<CastMember> {
  const member = await joins(app, {
    brand,
    username: `${name}${number}`,
    gender: 'man',
    signsInOn: 'adultcrush',
  })
  await becomesPremium(app, member)
  return member
}
const writes = (from: CastMember, to: CastMember) => writesTo(from, to, `From ${from.username}`)
const runs = (services = app.services) =>
  fraudNoticeJob.start(services).run(new AbortController().signal)
const mailed = async () =>
  (
    await app.db
      .selectFrom('mails')
      .select(['account_id', 'brand'])
      .where('kind', '=', 'fraudNotice')
      .orderBy('account_id')
      .execute()
  ).map(({ account_id, brand }) => [account_id, brand])
const notices = async (member: CastMember) => (await member.calls(getFraudNotices)).notices
const isKnown = (member: CastMember) =>
  app.transaction((trx) =>
    isFraudster(
      trx,
      identityOf(
        app.services.settings.sessionSecret,
        `${member.username.toLowerCase()}@example.org`,
      ),
    ),
  )

/** An account of hers with the same mailbox. */
async function twinOfMallory(): Promise<CastMember> {
  const twin = await joins(app, { brand: 'wivesnow', username: `Twin${number}` })
  const email = `mallory${number}+again@example.org`
  await setsAccount(app, twin, { email })
  return twin
}
const reverses = (id: number) =>
  app.db
    .updateTable('decisions')
    .set({ reversed_at: app.clock.now() })
    .where('id', '=', id)
    .execute()

/** A ban that has taken effect. */
async function bans(member: CastMember, policy: 'scam' | 'harassment' = 'scam'): Promise<number> {
  const at = app.clock.now()
  return app.transaction(async (trx) => {
    const { id } = await decide(
      app.services,
      trx,
      { staffId: Eve.id, at },
      {
        accountId: member.id,
        act: 'ban',
        policy,
        severity: 'critical',
        days: null,
        scope: 'network',
        brand: 'adultcrush',
        taskId: null,
        subject: null,
        note: 'This account asked people for money.',
        internalNote: '',
        automated: false,
      },
    )
    await trx.updateTable('decisions').set({ took_effect_at: at }).where('id', '=', id).execute()
    return id
  })
}

describe('after a ban for fraud', () => {
  test('everybody who got a message and answered is told once, on their own brand, and nobody else', async () => {
    const answered = await reader('Answered')
    const elsewhere = await reader('Elsewhere', 'wivesnow')
    const silent = await reader('Silent')
    const unheard = await reader('Unheard')
    const blocked = await reader('Blocked')
    for (const one of [answered, elsewhere, blocked]) {
      await writes(Mallory, one)
      await writes(one, Mallory)
    }
    await writes(Mallory, silent)
    await writes(unheard, Mallory)
    await app.db
      .insertInto('blocks')
      .values({ blocker_id: blocked.id, blocked_id: Mallory.id, created_at: app.clock.now() })
      .execute()
    app.clock.advance(1000)
    await bans(Mallory)
    await Promise.all([runs(), runs()])
    await runs()
    expect(await mailed()).toEqual([
      [answered.id, 'adultcrush'],
      [elsewhere.id, 'wivesnow'],
    ])
    expect(await isKnown(Mallory)).toBe(true)
    expect(await notices(silent)).toEqual([])
    const [notice] = await notices(answered)
    expect(notice).toMatchObject({ username: Mallory.username })
    await elsewhere.calls(dismissFraudNotice, { body: { id: notice?.id ?? 0 } })
    expect(await notices(answered)).toHaveLength(1)
    await answered.calls(dismissFraudNotice, { body: { id: notice?.id ?? 0 } })
    expect(await notices(answered)).toEqual([])
  })

  test('nobody is told of a ban for something else, of what is over a year ago, and of one that was taken back', async () => {
    const one = await reader('One')
    await writes(Mallory, one)
    await writes(one, Mallory)
    const harassment = await bans(Mallory, 'harassment')
    await runs()
    expect(await mailed()).toEqual([])
    await reverses(harassment)
    const decision = await bans(Mallory)
    await app.db
      .updateTable('decisions')
      .set({ reversed_at: app.clock.now() })
      .where('id', '=', decision)
      .execute()
    await runs()
    expect(await mailed()).toEqual([])
    expect(await isKnown(Mallory)).toBe(false)
    await app.db
      .updateTable('messages')
      .set({ created_at: new Date(app.clock.now().getTime() - 366 * DAY) })
      .where('sender_id', '=', one.id)
      .execute()
    await bans(Mallory)
    await runs()
    expect(await mailed()).toEqual([])
  })

  test('a mailbox is known as long as a ban about it stands, whichever account it had', async () => {
    const { db } = app
    const [first, second] = [await bans(Mallory), await bans(await twinOfMallory())]
    await runs()
    await reverses(first)
    await runs()
    expect(await isKnown(Mallory)).toBe(true)
    // What is known costs no transaction: the one that is left looks for notices to send.
    await reverses(second)
    await runs()
    expect(await isKnown(Mallory)).toBe(false)
    const opened = vi.spyOn(db, 'transaction')
    await runs()
    expect(opened).toHaveBeenCalledTimes(1)
    opened.mockRestore()
  })

  test('a ban counts for the mailbox, and lets it in again once it is taken back, also after the account is erased', async () => {
    const twin = await twinOfMallory()
    const [first, second] = [await bans(Mallory), await bans(twin)]
    await runs()
    await eraseAccount(app.services, twin.id, new AbortController().signal)
    await reverses(first)
    await runs()
    expect(await isKnown(Mallory)).toBe(true)
    await reverses(second)
    await runs()
    expect(await isKnown(Mallory)).toBe(false)
  })

  test('one ban whose notices fail keeps those of another from nobody', async () => {
    const [Ada, Ben] = [await reader('Ada'), await reader('Ben')]
    const Oscar = await joins(app, { brand: 'adultcrush', username: `Oscar${number}` })
    await becomesPremium(app, Oscar)
    for (const [one, other] of [
      [Mallory, Ada],
      [Oscar, Ben],
    ] as const) {
      await writes(one, other)
      await writes(other, one)
    }
    for (const one of [Mallory, Oscar]) {
      await bans(one)
      app.clock.advance(1000)
    }
    const failing = {
      ...app.services,
      queueMail: (...[trx, mail]: Parameters<typeof app.services.queueMail>) =>
        mail.accountId === Ada.id
          ? Promise.reject(new Error('no mail to Ada'))
          : app.services.queueMail(trx, mail),
    }
    await expect(runs(failing)).rejects.toThrow('no mail to Ada')
    expect(await mailed()).toEqual([[Ben.id, 'adultcrush']])
    await runs()
    expect((await mailed()).map(([id]) => id)).toEqual([Ada.id, Ben.id])
  })

  test('ten thousand people are told once each, within the day and some at a time, also if the process ends in between', async () => {
    const { db } = app
    const at = app.clock.now()
    const me = Mallory.id
    const many = 10_000
    await sql`insert into accounts (brand, username, username_key, username_look, email, email_key, password_hash, email_confirmed_at, sensitive_data_accepted_at, created_at)
      select 'adultcrush', 'many' || n, 'many' || n, 'many' || n, 'many' || n || '@example.org', 'many' || n || '@example.org', 'x', ${at}, ${at}, ${at} from generate_series(1, ${sql.lit(many)}) n`.execute(
      db,
    )
    await sql`insert into conversations (low_id, high_id, created_at) select ${me}, id, ${at} from accounts where username like 'many%'`.execute(
      db,
    )
    await sql`insert into conversation_sides (conversation_id, account_id, other_id) select id, low_id, high_id from conversations where low_id = ${me}
      union all select id, high_id, low_id from conversations where low_id = ${me}`.execute(db)
    await sql`insert into messages (conversation_id, sender_id, kind, body, created_at)
      select conversation_id, account_id, 'text', 'Hello', ${at} from conversation_sides where ${me} in (account_id, other_id)`.execute(
      db,
    )
    await bans(Mallory)
    const stopping = new AbortController()
    const inTransaction = new Map<unknown, number>()
    let mailsLeft = 4250
    /**
     * A process that ends with a mail half way, in the middle of some people, or is told to stop.
     */
    const ending = (end: () => Promise<void>) => ({
      ...app.services,
      queueMail: async (...[trx, mail]: Parameters<typeof app.services.queueMail>) => {
        mailsLeft -= 1
        inTransaction.set(trx, (inTransaction.get(trx) ?? 0) + 1)
        if (mailsLeft < 0) await end()
        return app.services.queueMail(trx, mail)
      },
    })
    const [crashes, stops, lives] = [
      ending(() => Promise.reject(new Error('the process ended'))),
      ending(() => {
        stopping.abort()
        return Promise.resolve()
      }),
      ending(() => Promise.resolve()),
    ]
    await expect(runs(crashes)).rejects.toThrow('the process ended')
    expect(await mailed()).toHaveLength(4200)
    mailsLeft = 2050
    await fraudNoticeJob.start(stops).run(stopping.signal)
    // What is begun is ended.
    expect(await mailed()).toHaveLength(6300)
    app.clock.advance(DAY / 2)
    await Promise.all([runs(lives), runs(lives)])
    await runs(lives)
    const told = await mailed()
    expect(told).toHaveLength(many)
    expect(new Set(told.map(([id]) => id)).size).toBe(many)
    const noted = await db
      .selectFrom('fraud_notices')
      .select('account_id')
      .where('other_id', '=', me)
      .execute()
    expect(new Set(noted.map(({ account_id }) => account_id))).toEqual(
      new Set(told.map(([id]) => id)),
    )
    expect(noted).toHaveLength(many)
    expect(Math.max(...inTransaction.values())).toBe(100)
    const ban = await db
      .selectFrom('fraud_bans')
      .select(['told', 'done_at', 'due_at'])
      .where('account_id', '=', me)
      .executeTakeFirstOrThrow()
    expect(ban).toMatchObject({
      told: many,
      done_at: app.clock.now(),
      due_at: new Date(at.getTime() + DAY),
    })
  }, 240_000)
})
