import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#lib/clock.ts'
import { decideTask } from '#staff/decisions/deciding/decide.contract.ts'
import { getMemberFile } from '#staff/members/member-file.contract.ts'
import { noteMember } from '#staff/members/member-notes.contract.ts'
import { MOST_NOTES, MOST_TAGS } from '#staff/members/member-notes.ts'
import { actOnMember } from '#staff/members/support-acts.contract.ts'
import { ENTRIES_A_PAGE } from '#staff/members/timeline.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, worksAs } from '#tests/support/cast.ts'
import { hasPaid } from './file-cast.ts'

/** A member's file as one list by time, with what staff note in it. */

withApp()
let Sue: CastMember
let Mia: CastMember
let Ann: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  Sue = await worksAs(app, `Sue${number}`, { roles: ['support'] })
  Mia = await worksAs(app, `Mia${number}`, { roles: ['moderator'] })
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${number}` })
})

const file = (by = Sue, id = Ann.id, older?: string) =>
  by.calls(getMemberFile, { params: { id }, query: older === undefined ? {} : { older } })
const entries = async (by = Sue) => (await file(by)).timeline.entries
const notes = async (by = Sue) => (await entries(by)).filter(({ kind }) => kind === 'note')
const writes = (note: string, by = Sue, accountId = Ann.id) =>
  by.calls(noteMember, { body: { act: 'add', accountId, note } })
const deletes = (noteId: number, by = Sue) =>
  by.calls(noteMember, { body: { act: 'delete', accountId: Ann.id, noteId } })
const tags = (tag: string, act: 'add' | 'remove' = 'add', by = Sue) =>
  by.calls(noteMember, { body: { act: act === 'add' ? 'tag' : 'untag', accountId: Ann.id, tag } })
const actsOf = async (by = Sue) => {
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('actor_id', '=', by.id)
    .where('subject_id', '=', Ann.id)
    .where('action', 'not in', ['staff.look', 'staff.openMember'])
    .orderBy('id')
    .execute()
  return rows.map(({ action, details }) => [action, details])
}

describe('the timeline of a file', () => {
  test('has notes, decisions, tickets, money, devices and acts in words, the latest first', async () => {
    app.clock.advance(MINUTE)
    const order = await hasPaid(app, Ann, `pay_t${number}`)
    app.clock.advance(MINUTE)
    await Mia.calls(decideTask, {
      body: {
        accountId: Ann.id,
        act: 'warn',
        policy: 'spam',
        severity: 'low',
        note: 'The same words to many.',
      },
    })
    app.clock.advance(MINUTE)
    await writes('Called, and was kind.')
    app.clock.advance(MINUTE)
    const found = await entries()
    expect(found.map(({ kind, text, by }) => [kind, text, by])).toEqual([
      ['act', 'Opened this file', Sue.username],
      ['note', 'Noted', Sue.username],
      ['decision', expect.stringMatching(/^Warn.*not in effect yet$/), Mia.username],
      [
        'money',
        `Charged US$29.95 of order ${order}, pay_t${number} (initial), on AdultCrush`,
        null,
      ],
      ['money', `Order ${order}, month, US$29.95: paid, on AdultCrush`, null],
      ['device', expect.stringMatching(/^Signed in on AdultCrush with Test browser/), null],
    ])
    expect(found[1]).toMatchObject({ detail: 'Called, and was kind.' })
    expect(JSON.stringify(found)).not.toContain('@example.org')
  })

  test('has for each role what this role works on alone', async () => {
    const { db } = app
    const at = app.clock.now()
    const tasks = await db
      .insertInto('tasks')
      .values(
        (['reports', 'matches'] as const).map((queue) => ({
          ...{ queue, account_id: Ann.id, brand: 'adultcrush', priority: 0 },
          ...{ subject_id: 900_000 + number, opened_at: at, due_at: at },
        })),
      )
      .returning(['id', 'queue'])
      .execute()
    await db
      .insertInto('tickets')
      .values({
        ...{ account_id: Ann.id, brand: 'adultcrush', email: 'ann@example.org' },
        ...{ subject: 'Words of mine', body: 'All of them', created_at: at },
      })
      .execute()
    await Sue.calls(actOnMember, {
      body: { accountId: Ann.id, act: 'signOut', reason: 'A private reason.' },
    })
    const matched = tasks.find(({ queue }) => queue === 'matches')?.id ?? 0
    await Mia.calls(decideTask, {
      body: {
        ...{ accountId: Ann.id, act: 'warn', policy: 'spam', severity: 'low' },
        ...{ note: 'To the member.', internalNote: 'Among moderators.' },
      },
    })
    const { id: _, ...decided } = await db
      .selectFrom('decisions')
      .selectAll()
      .where('account_id', '=', Ann.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('decisions')
      .values({ ...decided, task_id: matched })
      .execute()
    const Lea = await worksAs(app, `Lea${number}`, { roles: ['lead'] })
    const seen = async (by: CastMember) => {
      const found = await entries(by)
      const of = (one: (typeof found)[number]['kind']) => found.filter(({ kind }) => kind === one)
      const notes = of('decision').map(({ detail, href }) => [detail !== null, href !== null])
      return {
        tasks: of('task').length,
        tickets: of('ticket').map(({ text }) => text.includes('Words of mine')),
        support: of('support').map(({ detail }) => detail),
        decisions: notes,
      }
    }
    expect(await seen(Mia)).toEqual({
      ...{ tasks: 1, tickets: [], support: [] },
      decisions: [
        [false, false],
        [true, true],
      ],
    })
    expect(await seen(Sue)).toEqual({
      ...{ tasks: 0, tickets: [true], support: ['A private reason.'] },
      decisions: [
        [false, false],
        [false, false],
      ],
    })
    expect(await seen(Lea)).toEqual({
      ...{ tasks: 2, tickets: [true], support: ['A private reason.'] },
      decisions: [
        [true, true],
        [true, true],
      ],
    })
  })

  test('goes on with what is older, each once, also where all is of one moment', async () => {
    const count = 2 * ENTRIES_A_PAGE + 5
    await app.db
      .insertInto('member_notes')
      .values(
        Array.from({ length: count }, (_, index) => ({
          account_id: Ann.id,
          author_id: Mia.id,
          body: `Note ${index}`,
          created_at: app.clock.now(),
        })),
      )
      .execute()
    for (let index = 0; index < 30; index += 1) await hasPaid(app, Ann, `pay_m${number}_${index}`)
    const seen: string[] = []
    let older: string | null | undefined
    let pages = 0
    do {
      const { timeline } = await file(Sue, Ann.id, older ?? undefined)
      expect(timeline.entries.length).toBeLessThanOrEqual(ENTRIES_A_PAGE)
      seen.push(
        ...timeline.entries
          .filter(({ kind }) => kind === 'note' || kind === 'money')
          .map(({ text, detail }) => detail ?? text),
      )
      older = timeline.older
      pages += 1
    } while (older !== null && pages < 10)
    expect(pages).toBe(4)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(count + 60)
  })

  test.each([
    ...['', 'x', '12-3', '1-2-nothing', '99999999999999-1-note'].map((older) => [older, 'latest']),
    ['-1--1-note', 'nothing'],
  ])('asked to go on at %j has the %s', async (older, what) => {
    for (let index = 0; index <= ENTRIES_A_PAGE / 2; index += 1)
      await hasPaid(app, Ann, `pay_b${number}_${index}`)
    const { timeline: latest } = await file()
    expect(latest).toMatchObject({ older: expect.any(String) as string })
    expect(latest.entries).toHaveLength(ENTRIES_A_PAGE)
    const { timeline } = await file(Sue, Ann.id, older)
    expect(timeline).toEqual(what === 'latest' ? latest : { entries: [], older: null })
  })
})

describe('a note', () => {
  test('is read by all who open the file, and deleted by who wrote it, once', async () => {
    await writes('Prefers mail to calls.')
    const [own] = await notes()
    expect(own).toMatchObject({
      text: 'Noted',
      detail: 'Prefers mail to calls.',
      by: Sue.username,
      at: app.clock.now().toISOString(),
      deletableNote: expect.any(Number) as number,
    })
    const [others] = await notes(Mia)
    expect(others).toMatchObject({ detail: 'Prefers mail to calls.', deletableNote: null })
    const id = own?.deletableNote ?? 0
    await expect(deletes(id, Mia)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This is somebody else’s note. Who wrote it deletes it, or a lead.',
    })
    await deletes(id)
    expect(await notes()).toEqual([])
    await expect(deletes(id)).resolves.toMatchObject({ ok: true })
    expect(await actsOf()).toEqual([
      ['staff.noteMember', {}],
      ['staff.deleteMemberNote', {}],
    ])
  })

  test('is deleted by leads also where somebody else wrote it, and by nobody once the account is', async () => {
    const Lea = await worksAs(app, `Lea${number}`, { roles: ['lead'] })
    await writes('First.')
    await writes('Second.', Mia)
    const [note] = await notes(Lea)
    await deletes(note?.deletableNote ?? 0, Lea)
    expect((await notes(Lea)).map(({ detail }) => detail)).toEqual(['First.'])
    await setsAccount(app, Ann, { deleted_at: app.clock.now() })
    for (const who of [Lea, Sue])
      expect((await notes(who)).map(({ deletableNote }) => deletableNote)).toEqual([null])
  })

  test('is written once by a form that is sent twice, also at once', async () => {
    const sends = () =>
      Sue.calls(noteMember, {
        body: { act: 'add', accountId: Ann.id, note: 'Called.', key: `n${number}` },
      })
    await Promise.all([sends(), sends()])
    await sends()
    expect(await notes()).toHaveLength(1)
    await writes('Called.')
    expect(await notes()).toHaveLength(2)
  })

  test('has words, a thousand characters at most, and is about a member who is there', async () => {
    const at = (message: RegExp) =>
      expect.objectContaining({
        errors: [expect.objectContaining({ message: expect.stringMatching(message) as string })],
      })
    await expect(writes('  ')).rejects.toEqual(at(/fill this in/))
    await expect(writes('x'.repeat(1001))).rejects.toEqual(at(/at most 1000/))
    await writes('x'.repeat(1000))
    await expect(writes('Me', Sue, Sue.id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(writes('Her', Mia, Sue.id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(writes('Nobody', Sue, 999_999)).rejects.toMatchObject({ code: 'notFound' })
    await setsAccount(app, Ann, { deleted_at: app.clock.now() })
    await expect(writes('Too late')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/account is deleted/) as string,
    })
  })

  test('of which there are two hundred is one too many, also when several are written at once', async () => {
    await app.db
      .insertInto('member_notes')
      .values(
        Array.from({ length: MOST_NOTES - 2 }, () => ({
          account_id: Ann.id,
          author_id: Mia.id,
          body: 'Old',
          created_at: app.clock.now(),
        })),
      )
      .execute()
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => writes('One more')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(writes('One more')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/200 notes about this member/) as string,
    })
  })
})

describe('a tag', () => {
  test('is put on once, in small letters, and taken away by anybody who opens the file', async () => {
    await tags('No Calls')
    await tags('no calls')
    await tags('press', 'add', Mia)
    expect((await file()).tags).toEqual(['no calls', 'press'])
    await tags('NO CALLS', 'remove', Mia)
    await tags('no calls', 'remove', Mia)
    expect((await file()).tags).toEqual(['press'])
    expect(await actsOf()).toEqual([['staff.tagMember', {}]])
    expect(await actsOf(Mia)).toEqual([
      ['staff.tagMember', {}],
      ['staff.untagMember', {}],
    ])
  })

  test('has thirty characters at most, and a member twelve of them', async () => {
    await expect(tags('x'.repeat(31))).rejects.toMatchObject({ code: 'invalid' })
    for (let index = 0; index < MOST_TAGS; index += 1) await tags(`tag ${index}`)
    await expect(tags('one more')).rejects.toMatchObject({
      code: 'conflict',
      message: 'There are 12 tags on this member. Take one away first.',
    })
  })
})
