import { beforeAll, expect, test } from 'vitest'
import { closeTask } from '#core/tasks/tasks.sql.ts'
import { HOUR, later } from '#lib/clock.ts'
import { sign } from '#lib/signature.server.ts'
import { mainBrand } from '#sites/registry.ts'
import { changeFlaggers, getFlaggers } from '#staff/removals/flaggers.contract.ts'
import { askForRemoval, confirmRemoval, getRemoval } from '#staff/removals/removals.contract.ts'
import { reportOf } from '#staff/transparency/report.server.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, eve, givesRoles, worksAs } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { takesTask } from '#tests/support/verdicts.ts'

/**
 * Bodies that a coordinator for digital services trusts (DSA Art. 22): a lead registers them, and
 * what they ask comes first.
 */

withApp()
let Eve: CastMember
beforeAll(async () => {
  Eve = await eve(app)
  await givesRoles(app, Eve, ['lead'])
})

const HOTLINE = 'notices@hotline.example'
const registers = (email: string, who = Eve) =>
  who.calls(changeFlaggers, { body: { act: 'add', name: 'The hotline', email } })
const ends = (id: number) => Eve.calls(changeFlaggers, { body: { act: 'end', id } })
const flaggers = async () => (await Eve.calls(getFlaggers)).flaggers
const asks = (email: string, kind: 'child' | 'intimate' | 'illegal' = 'illegal') =>
  app.visitor('adultcrush').calls(askForRemoval, {
    body: { kind, targets: 'nobody-here', details: '', goodFaith: 'on', name: 'Gwen', email },
  })
/** Whoever reads the mail of an address says of its last request that it is theirs. */
async function confirms(email: string): Promise<string> {
  const [mail] = (await mailsTo(app, email)).filter(({ kind }) => kind === 'removalReceived')
  return confirmsBy(/confirm=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '')
}
const confirmsBy = async (token: string) =>
  (await app.visitor('adultcrush').calls(confirmRemoval, { body: { token } })).next
const tasks = () =>
  app.db
    .selectFrom('tasks')
    .select(['subject_id', 'priority', 'due_at'])
    .where('queue', '=', 'removals')
    .orderBy('id')
    .execute()
const due = (hours: number) => later(app.clock.now(), hours * HOUR)

test('leads register trusted flaggers, each address once, and say when it is over, which is on record', async () => {
  await Promise.allSettled([registers(HOTLINE), registers(HOTLINE.toUpperCase())])
  expect(await flaggers()).toMatchObject([{ name: 'The hotline', addedBy: 'Eve', endedAt: null }])
  await expect(registers(HOTLINE)).rejects.toMatchObject({ errors: [{ field: 'email' }] })
  const id = (await flaggers())[0]?.id ?? 0
  await ends(id)
  await expect(ends(id)).rejects.toMatchObject({ code: 'conflict' })
  await registers(HOTLINE)
  expect((await flaggers()).map(({ endedAt }) => endedAt === null)).toEqual([true, false])
  const acts = await app.db
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'staff.%Flagger')
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual([
    'staff.addFlagger',
    'staff.endFlagger',
    'staff.addFlagger',
  ])
})

test('nobody but leads sees or changes them', async () => {
  const Max = await worksAs(app, 'Max', { roles: ['moderator'] })
  await expect(registers('other@hotline.example', Max)).rejects.toMatchObject({ code: 'otherRole' })
  await expect(Max.calls(getFlaggers)).rejects.toMatchObject({
    code: 'otherRole',
  })
  await expect(Max.calls(changeFlaggers, { body: { act: 'end', id: 1 } })).rejects.toMatchObject({
    code: 'otherRole',
  })
})

test('what they ask is due sooner and comes before others of its kind, whose address it is in whatever letters', async () => {
  await asks('gwen@example.org')
  await asks('Notices@Hotline.Example')
  expect(await confirms('Notices@Hotline.Example')).toMatch(
    /^\/site\/reportContent\?confirmed=R-\d+$/,
  )
  await asks('gwen@example.org', 'intimate')
  await asks(HOTLINE, 'child')
  await confirms(HOTLINE)
  expect(await tasks()).toMatchObject([
    { priority: 60, due_at: due(48) },
    { priority: 64, due_at: due(24) },
    { priority: 95, due_at: due(48) },
    { priority: 100, due_at: due(1) },
  ])
  for (const isTrusted of [true, true, false, false]) {
    await takesTask(Eve, 'removals')
    const { held } = await Eve.calls(getRemoval)
    expect(held?.isTrusted).toBe(isTrusted)
    await app.transaction((trx) =>
      closeTask(trx, held?.task ?? 0, { by: Eve.id, at: app.clock.now(), outcome: 'refused' }),
    )
  }
})

test('the transparency report counts them apart, also once it is over', async () => {
  await asks(HOTLINE)
  for (const { id, endedAt } of await flaggers()) if (endedAt === null) await ends(id)
  await expect(confirms(HOTLINE)).rejects.toMatchObject({ code: 'notFound' })
  const day = app.clock.now().toISOString().slice(0, 10)
  const { sheets, key } = await reportOf(app.db, mainBrand, {
    from: day,
    to: day,
    at: app.clock.now(),
  })
  expect(
    sheets
      .find(({ name }) => name === '3-notices')
      ?.rows.map(([source, category, received]) => [source, category, received]),
  ).toEqual([
    ['trustedFlagger', 'child', 1],
    ['trustedFlagger', 'illegal', 1],
    ['form', 'illegal', 2],
    ['form', 'intimate', 1],
  ])
  expect(key.notices).toBe(5)
})

test('somebody who types their address is served as anybody, until whoever reads its mail confirms it', async () => {
  const db = app.db
  await registers(HOTLINE)
  for (const table of ['tasks', 'mails'] as const) await db.deleteFrom(table).execute()
  const ordinary = { priority: 60, due_at: due(48) }
  await asks(HOTLINE)
  expect(await tasks()).toMatchObject([ordinary])
  const [mine] = await mailsTo(app, HOTLINE)
  await asks('gwen@example.org')
  const [hers] = await mailsTo(app, 'gwen@example.org')
  expect([mine?.text, hers?.text].map((text) => text?.includes('confirm='))).toEqual([true, false])
  for (const token of [
    '',
    'x',
    sign({ confirmedRemoval: 'x' }, 'another secret'),
    sign({ confirmedRemoval: 999_999 }, app.services.settings.sessionSecret),
  ]) {
    await expect(confirmsBy(token)).rejects.toMatchObject({ code: 'notFound' })
  }
  const { subject_id: hersId } = (await tasks())[1] ?? expect.fail('no task')
  await expect(
    confirmsBy(sign({ confirmedRemoval: hersId }, app.services.settings.sessionSecret)),
  ).rejects.toMatchObject({ code: 'notFound' })
  app.clock.advance(HOUR)
  await Promise.all([confirms(HOTLINE), confirms(HOTLINE)])
  expect(await tasks()).toMatchObject([{ priority: 64, due_at: due(23) }, { priority: 60 }])
  // What is decided stays, and one whose status is over is served as anybody.
  await asks(HOTLINE)
  await db
    .updateTable('tasks')
    .set({ closed_at: app.clock.now(), outcome: 'refused' })
    .where('priority', '=', 60)
    .execute()
  await confirms(HOTLINE)
  expect((await tasks()).map(({ priority }) => priority)).toEqual([64, 60, 60])
})
