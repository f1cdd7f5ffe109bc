import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { decideTask } from '../../../../src/features/staff/decisions/decide.contract.ts'
import type { getMemberFile } from '../../../../src/features/staff/members/member-file.contract.ts'
import type {
  deleteMemberNote,
  noteMember,
  tagMember,
} from '../../../../src/features/staff/members/member-notes.contract.ts'
import { MOST_NOTES, MOST_TAGS } from '../../../../src/features/staff/members/member-notes.ts'
import { ENTRIES_A_PAGE } from '../../../../src/features/staff/members/timeline.ts'
import { DAY, MINUTE } from '../../../../src/lib/clock.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { type CastMember, joins } from '../../../support/cast.ts'
import { hasPaid, worksAs } from './file-cast.ts'

/** A member's file as one list by time, with what staff note in it. */

let app: TestApp
let Sue: CastMember
let Mia: CastMember
let Ann: CastMember
let number = 0
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  Sue = await worksAs(app, `Sue${number}`, ['support'])
  Mia = await worksAs(app, `Mia${number}`, ['moderator'])
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${number}` })
})

const file = (by = Sue, id = Ann.id, older?: string) =>
  by.send<typeof getMemberFile>('GET /staff/member/{id}', {
    params: { id },
    query: older === undefined ? {} : { older },
  })
const entries = async (by = Sue) => (await file(by)).timeline.entries
const notes = async (by = Sue) => (await entries(by)).filter(({ kind }) => kind === 'note')
const writes = (note: string, by = Sue, accountId = Ann.id) =>
  by.send<typeof noteMember>('POST /staff/noteMember', { body: { accountId, note } })
const deletes = (noteId: number, by = Sue) =>
  by.send<typeof deleteMemberNote>('POST /staff/deleteMemberNote', {
    body: { accountId: Ann.id, noteId },
  })
const tags = (tag: string, act: 'add' | 'remove' = 'add', by = Sue) =>
  by.send<typeof tagMember>('POST /staff/tagMember', { body: { accountId: Ann.id, tag, act } })
const actsOf = async (by = Sue) => {
  const rows = await app.services.db
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
    await Mia.send<typeof decideTask>('POST /staff/decide', {
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

  test('goes on with what is older, each once, also where all is of one moment', async () => {
    const count = 2 * ENTRIES_A_PAGE + 5
    await app.services.db
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

  test.each(['', 'x', '12-3', '1-2-nothing', '-1--1-note', '99999999999999-1-note'])(
    'begins with the latest or is empty where it is asked to go on at %j',
    async (older) => {
      const { timeline } = await file(Sue, Ann.id, older)
      expect(timeline.older).toBeNull()
    },
  )
})

describe('a note', () => {
  test('is read by all who open the file, and deleted by who wrote it alone', async () => {
    await writes('Prefers mail to calls.')
    const [own] = await notes()
    expect(own).toMatchObject({
      text: 'Noted',
      detail: 'Prefers mail to calls.',
      by: Sue.username,
      at: app.clock.now().toISOString(),
      ownNote: expect.any(Number) as number,
    })
    const [others] = await notes(Mia)
    expect(others).toMatchObject({ detail: 'Prefers mail to calls.', ownNote: null })
    const id = own?.ownNote ?? 0
    await expect(deletes(id, Mia)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This is somebody else’s note. Who wrote it deletes it.',
    })
    await deletes(id)
    expect(await notes()).toEqual([])
    await expect(deletes(id)).rejects.toMatchObject({ code: 'notFound' })
    expect(await actsOf()).toEqual([
      ['staff.noteMember', {}],
      ['staff.deleteMemberNote', {}],
    ])
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
    await app.services.db
      .updateTable('accounts')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', Ann.id)
      .execute()
    await expect(writes('Too late')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/account is deleted/) as string,
    })
  })

  test('of which there are two hundred is one too many, also when several are written at once', async () => {
    await app.services.db
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
