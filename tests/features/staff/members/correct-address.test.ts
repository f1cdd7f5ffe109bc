import { beforeEach, describe, expect, test } from 'vitest'
import type { Given } from '#api/contract.ts'
import { getSettings } from '#core/accounts/settings/settings.contract.ts'
import type { setRoles } from '#core/staff-accounts/roles.sql.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { getMemberFile } from '#staff/members/member-file.contract.ts'
import { actOnMember } from '#staff/members/support-acts.contract.ts'
import { lateActJob } from '#staff/members/waiting-acts.server.ts'
import {
  accountOf,
  app,
  conflict,
  runJob,
  setsAccount,
  type Visitor,
  withApp,
} from '#tests/support/app.ts'
import {
  asStaff,
  type CastMember,
  givesRoles,
  joins,
  PASSWORD,
  worksAs,
} from '#tests/support/cast.ts'
import { follow, open, signIn } from '#tests/support/joining.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { linkIn, mailsTo } from '#tests/support/mail.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'
import { answersApproval, approvalsFor } from '#tests/support/verdicts.ts'

/**
 * Ann has lost her mailbox: support sees that the account is hers, a lead agrees, the new address
 * confirms. Until then nothing is changed, and whoever still reads the old mailbox can object.
 */

withApp()
withRenderer()
let Sue: CastMember
let Lea: CastMember
let Ann: CastMember
let number = 0
beforeEach(async () => {
  app.clock.advance(DAY)
  number += 1
  Sue = await worksAs(app, `Sue${number}`, { roles: ['support'] })
  Lea = await worksAs(app, `Lea${number}`, { roles: ['lead'] })
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${number}` })
})

const old = () => `ann${number}@example.org`
const fresh = () => `ann${number}@new.example.org`
type Body = Given<typeof actOnMember>['body']
const acts = (body: Partial<Body>, by = Sue) =>
  by.calls(actOnMember, {
    body: { accountId: Ann.id, reason: 'Wrote from the new address.', ...body } as Body,
  })
const corrects = (rest: Partial<Body> = {}, by = Sue) =>
  acts(
    {
      act: 'correctAddress',
      email: fresh(),
      proof: 'payment',
      proofNote: 'Receipt 17, and the card’s last digits.',
      ...rest,
    },
    by,
  )
const waiting = async (by = Lea) =>
  (await approvalsFor(by)).approvals.filter(({ accountId }) => accountId === Ann.id)
const decides = (id: number, outcome: 'approved' | 'refused' = 'approved', by = Lea) =>
  answersApproval(by, 'act', id, outcome)
/** Asked for by support and agreed to by a lead. */
async function offers(): Promise<number> {
  await corrects()
  const id = (await waiting())[0]?.id ?? 0
  await decides(id)
  return id
}
const withdraws = (request: number, by = Sue) => acts({ act: 'withdraw', request }, by)
const file = async (by = Sue) => by.calls(getMemberFile, { params: { id: Ann.id }, query: {} })
const done = async () =>
  (await file()).timeline.entries
    .filter(({ kind }) => kind === 'support')
    .map(({ text, detail, by }) => [text, detail, by])
const said = async () => (await done()).map(([text]) => text)
const kinds = async (to: string) => (await mailsTo(app, to)).map(({ kind }) => kind)
const set = (who: CastMember, values: object) => setsAccount(app, who, values)
const address = async () => (await accountOf(app, Ann)).email
const kept = () =>
  app.db
    .selectFrom('member_acts')
    .select(['address', 'outcome'])
    .where('account_id', '=', Ann.id)
    .where('act', '=', 'correctAddress')
    .orderBy('id')
    .execute()
const stranger = () => app.visitor('adultcrush', { ip: `198.51.100.${number}` })
const wrong = (field: string, words: RegExp) => ({
  errors: [{ field, message: expect.stringMatching(words) as string }],
})
const outcomeOf = (answer: Response) =>
  new URL(answer.headers.get('Location') ?? '/none', 'http://x.invalid').searchParams.get('outcome')
const isSignedIn = async (visitor: Visitor) =>
  (await visitor.request('/profile/settings')).status === 200

describe('the address of a lost mailbox', () => {
  test('is corrected: support asks, a lead agrees, the new one confirms, and all sessions end', async () => {
    expect(await corrects()).toMatchObject({ waits: true })
    expect([await kinds(fresh()), await kinds(old())]).toEqual([[], []])
    const [asked] = await waiting()
    expect(asked).toMatchObject({
      after: `Change the address to ${fresh()}`,
      before: 'a•••@e•••.org',
      note: 'Wrote from the new address.',
      internalNote: expect.stringMatching(/last digits of a payment: Receipt 17/) as string,
      askedBy: Sue.username,
    })
    await decides(asked?.id ?? 0)
    expect([await address(), await isSignedIn(Ann)]).toEqual([old(), true])
    expect([await kinds(fresh()), await kinds(old())]).toEqual([
      ['addressOffer'],
      ['addressOffered'],
    ])
    const [notice] = await mailsTo(app, old())
    expect(notice?.text).toMatch(/to a•••@n•••\.org/)
    expect(notice?.text).toMatch(/If it was not, choose a new password at once/)
    expect(notice?.text).not.toContain(fresh())
    const [offer] = await mailsTo(app, fresh())
    expect(offer?.text).not.toContain(Ann.username)
    // Whoever is signed in may be who has the mailbox now.
    expect((await Ann.calls(getSettings)).pendingEmail).toBeNull()
    expect(await said()).toEqual([
      'Change the address to a•••@n•••.org: a lead agreed; not confirmed at the new address',
    ])

    const phone = stranger()
    expect(outcomeOf(await follow(phone, await linkIn(app, fresh())))).toBe('changed')
    expect([await address(), await isSignedIn(Ann), phone.cookies.has('session')]).toEqual([
      fresh(),
      false,
      false,
    ])
    expect(await kinds(old())).toEqual(['emailChanged', 'addressOffered'])
    expect((await signIn(stranger(), fresh(), PASSWORD)).status).toBe(200)
    expect((await signIn(stranger(), old(), PASSWORD)).status).toBe(401)
    expect(await done()).toEqual([
      [
        expect.stringMatching(/: a lead agreed; confirmed \d+ \w+ \d{4}$/),
        expect.stringMatching(/^Wrote from the new address\.\nThey know .*: Receipt 17/),
        Sue.username,
      ],
    ])
    const logged = await app.db
      .selectFrom('audit_log')
      .select(['actor_id as by', 'action', 'details'])
      .where('subject_id', '=', Ann.id)
      .where('action', 'in', ['staff.actOnMember', 'staff.decideMemberAct'])
      .orderBy('id')
      .execute()
    expect(logged.map(({ by, action }) => [by, action])).toEqual([
      [Sue.id, 'staff.actOnMember'],
      [Lea.id, 'staff.decideMemberAct'],
    ])
    expect(JSON.stringify(logged)).not.toContain('example.org')
    expect(await kept()).toEqual([{ address: 'a•••@n•••.org', outcome: 'done' }])
  })

  test('is confirmed by a new link for seven days, once each, also by the session of whoever is signed in', async () => {
    await offers()
    const late = await linkIn(app, fresh())
    app.clock.advance(3 * DAY)
    const phone = stranger()
    await follow(phone, late)
    expect(await address()).toBe(old())
    const renews = () => phone.posts('/site/sendNewLink', {})
    expect((await renews()).status).toBe(200)
    expect((await renews()).status).toBe(409)
    expect(await kinds(fresh())).toEqual(['addressOffer', 'addressOffer'])
    expect(await kinds(old())).toEqual(['addressOffered'])
    await follow(stranger(), late)
    expect(await address()).toBe(old())
    const again = await linkIn(app, fresh())
    await signIn(Ann, old(), PASSWORD)
    expect(outcomeOf(await follow(Ann, again))).toBe('changed')
    expect(await isSignedIn(Ann)).toBe(false)
    await follow(stranger(), again)
    expect(await kinds(old())).toEqual(['emailChanged', 'addressOffered'])
  })

  test('is confirmed no more after these seven days', async () => {
    await offers()
    const phone = stranger()
    const link = await linkIn(app, fresh())
    app.clock.advance(7 * DAY + MINUTE)
    await follow(phone, link)
    expect((await phone.posts('/site/sendNewLink', {})).status).toBe(409)
    expect([await address(), await kinds(fresh())]).toEqual([old(), ['addressOffer']])
    await Promise.all([asStaff(app, Sue), asStaff(app, Lea)])
    expect((await file()).support?.pending).toEqual([])
    await corrects()
  })

  test('is not taken from an owner who objects: a new password voids the link, and none is sent again', async () => {
    await offers()
    const link = await linkIn(app, fresh())
    const answer = await Ann.posts('/profile/changePassword', {
      currentPassword: PASSWORD,
      password: 'another quiet evening',
      passwordRepeat: 'another quiet evening',
    })
    expect(answer.status).toBe(200)
    const phone = stranger()
    await follow(phone, link)
    app.clock.advance(11 * MINUTE)
    await open(phone, link)
    expect((await phone.posts('/site/sendNewLink', {})).status).toBe(409)
    expect(await address()).toBe(old())
  })

  test('is taken back by anybody of support after an objection, until it is confirmed', async () => {
    const id = await offers()
    const Sid = await worksAs(app, `Sid${number}`, { roles: ['support'] })
    expect((await file(Sid)).support?.pending).toEqual([
      { id, text: 'Change the address to a•••@n•••.org', isAgreed: true, isOwn: false },
    ])
    const link = await linkIn(app, fresh())
    await withdraws(id, Sid)
    await follow(stranger(), link)
    expect([await address(), (await file()).support?.pending]).toEqual([old(), []])
    expect((await said())[1]).toMatch(/taken back$/)
    const next = await offers()
    await follow(stranger(), await linkIn(app, fresh()))
    await expect(withdraws(next)).rejects.toMatchObject(conflict(/ended already/))
    expect(await address()).toBe(fresh())
  })
})

describe('an address that somebody has', () => {
  const NOT_THIS = /^This account cannot have this address\. Nothing was changed/

  test('is refused without a word of whose it is, and nothing is left half done', async () => {
    const Oda = await joins(app, { brand: 'wivesnow', username: `Oda${number}` })
    const taken = `ODA${number}@example.org`
    const refusal = await corrects({ email: taken }).catch((error: unknown) => error)
    expect(refusal).toMatchObject(conflict(NOT_THIS))
    expect(JSON.stringify(refusal)).not.toMatch(new RegExp(`${Oda.username}|${Oda.id}`))
    expect([await kept(), await waiting(), await kinds(taken)]).toEqual([[], [], []])
    expect((await file()).support?.pending).toEqual([])
  })

  test('that got it before a lead agreed stays theirs: nobody is written to, and it goes on waiting', async () => {
    await corrects()
    const [asked] = await waiting()
    const Oda = await joins(app, { brand: 'wivesnow', username: `Oda${number}` })
    await set(Oda, { email: fresh(), email_key: fresh() })
    await expect(decides(asked?.id ?? 0)).rejects.toMatchObject(conflict(NOT_THIS))
    expect([await kinds(fresh()), await kinds(old())]).toEqual([[], []])
    expect(await waiting()).toHaveLength(1)
    await decides(asked?.id ?? 0, 'refused')
    expect(await kept()).toEqual([{ address: null, outcome: 'refused' }])
  })

  test('that got it before it was confirmed stays theirs, and whoever follows the link is told', async () => {
    await offers()
    const link = await linkIn(app, fresh())
    const Oda = await joins(app, { brand: 'wivesnow', username: `Oda${number}` })
    await set(Oda, { email: fresh(), email_key: fresh() })
    expect(outcomeOf(await follow(stranger(), link))).toBe('taken')
    expect([await address(), await isSignedIn(Ann)]).toEqual([old(), true])
  })
})

describe('is refused', () => {
  test('for the same address, for none, for nonsense, and without what was seen', async () => {
    await expect(corrects({ email: old().toUpperCase() })).rejects.toMatchObject(
      wrong('email', /address of the account already/),
    )
    await expect(corrects({ email: '' })).rejects.toMatchObject(wrong('email', /enter the new/))
    for (const email of ['nobody', 'a@@b', 'a@b.example\r\nBcc: c@d.example', '\u202ea@b.example'])
      await expect(corrects({ email })).rejects.toMatchObject(wrong('email', /like name@example/))
    await expect(corrects({ proof: undefined })).rejects.toMatchObject(
      wrong('proof', /what you saw/),
    )
    await expect(corrects({ proofNote: ' ' })).rejects.toMatchObject(
      wrong('proofNote', /what you saw/),
    )
    await expect(corrects({ reason: '' })).rejects.toMatchObject(wrong('reason', /fill this in/))
    expect(await kept()).toEqual([])
  })

  test('about staff, also by a lead, about oneself, and by moderators', async () => {
    const of = (who: CastMember) => ({ accountId: who.id })
    await expect(corrects(of(Lea))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(corrects(of(Sue), Lea)).rejects.toMatchObject(conflict(/account of staff/))
    await expect(corrects(of(Sue))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(corrects(of(Lea), Lea)).rejects.toMatchObject({ code: 'forbidden' })
    const Mia = await worksAs(app, `Mia${number}`, { roles: ['moderator'] })
    await expect(corrects({}, Mia)).rejects.toMatchObject({ code: 'otherRole' })
  })

  test('for an account that is closed, before and after it was asked for, and after a lead agreed', async () => {
    await set(Ann, { banned_at: app.clock.now() })
    await expect(corrects()).rejects.toMatchObject(conflict(/account is closed/))
    expect((await file()).support?.isCorrectable).toBe(false)
    await set(Ann, { banned_at: null })
    await corrects()
    const [asked] = await waiting()
    await set(Ann, { banned_at: app.clock.now() })
    await expect(decides(asked?.id ?? 0)).rejects.toMatchObject(conflict(/account is closed/))
    expect(await kinds(fresh())).toEqual([])
    await set(Ann, { banned_at: null })
    await decides(asked?.id ?? 0)
    const phone = stranger()
    const link = await linkIn(app, fresh())
    await open(phone, link)
    await set(Ann, { banned_at: app.clock.now() })
    await follow(phone, link)
    expect(await address()).toBe(old())
  })

  test('to whoever pressed the button of its page just when the account was closed', async () => {
    await offers()
    const phone = stranger()
    await open(phone, await linkIn(app, fresh()))
    const { link } = (await (await phone.request('/site/getMailedLink')).json()) as {
      link: { id: string; endsAll: boolean }
    }
    expect(link.endsAll).toBe(true)
    await set(Ann, { banned_at: app.clock.now() })
    const answer = await phone.posts('/site/followLink', { link: link.id, choice: 'go' })
    expect([answer.status, await address()]).toEqual([409, old()])
  })

  test('for an account that was deleted or erased meanwhile', async () => {
    await corrects()
    const [asked] = await waiting()
    await leave(Ann)
    await expect(decides(asked?.id ?? 0)).rejects.toMatchObject(conflict(/account is deleted/))
    await expect(corrects()).rejects.toMatchObject(conflict(/account is deleted/))
    app.clock.advance(15 * DAY)
    await erase(app)
    await Promise.all([asStaff(app, Sue), asStaff(app, Lea)])
    await expect(decides(asked?.id ?? 0)).rejects.toMatchObject({ code: 'notFound' })
    expect([await kept(), await kinds(fresh())]).toEqual([[], []])
  })
})

describe('the second person', () => {
  test('is not the first, nor support, and not asked by somebody who has lost the role', async () => {
    await corrects({}, Lea)
    const [asked] = await waiting()
    expect(asked).toMatchObject({ isOwn: true })
    const id = asked?.id ?? 0
    await expect(decides(id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(decides(id, 'approved', Sue)).rejects.toMatchObject({ code: 'otherRole' })
    const Max = await worksAs(app, `Max${number}`, { roles: ['lead'] })
    const gives = (roles: Parameters<typeof setRoles>[2]) => givesRoles(app, Lea, roles)
    await gives(['moderator'])
    await expect(decides(id, 'approved', Max)).rejects.toMatchObject(
      conflict(/not work in support any more/),
    )
    expect(await kinds(fresh())).toEqual([])
    await gives(['lead'])
    await decides(id, 'approved', Max)
    expect(await kinds(fresh())).toEqual(['addressOffer'])
  })

  test('is asked once, of two who ask at once, and agrees once, of two who agree at once', async () => {
    const Sid = await worksAs(app, `Sid${number}`, { roles: ['support'] })
    const both = await Promise.allSettled([corrects(), corrects({ email: `x${fresh()}` }, Sid)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await waiting()).toHaveLength(1)
    await expect(corrects()).rejects.toMatchObject(conflict(/waits for a lead already/))
    const Max = await worksAs(app, `Max${number}`, { roles: ['lead'] })
    const id = (await waiting())[0]?.id ?? 0
    const agreed = await Promise.allSettled([decides(id), decides(id, 'approved', Max)])
    expect(agreed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await kinds(old())).toEqual(['addressOffered'])
  })

  test('finds nothing that was taken back, by who asked alone; of both at once, one counts', async () => {
    await corrects()
    const id = (await waiting())[0]?.id ?? 0
    const Sid = await worksAs(app, `Sid${number}`, { roles: ['support'] })
    await expect(withdraws(id, Sid)).rejects.toMatchObject({ code: 'forbidden' })
    await withdraws(id)
    expect(await waiting()).toEqual([])
    await expect(decides(id)).rejects.toMatchObject(conflict(/ended already: .*withdrawn/))
    await expect(withdraws(id)).rejects.toMatchObject(conflict(/ended already/))
    await expect(withdraws(999_999_999)).rejects.toMatchObject({ code: 'notFound' })
    expect([await kept(), await kinds(fresh())]).toEqual([
      [{ address: null, outcome: 'withdrawn' }],
      [],
    ])
    expect(await said()).toEqual(['Take a request back: done', 'Correct the address: taken back'])
    await corrects()
    const next = (await waiting())[0]?.id ?? 0
    await Promise.allSettled([withdraws(next), decides(next)])
    const pending = (await file()).support?.pending ?? []
    // Either it was taken back first, or it was agreed to and then taken back.
    expect([pending, (await kept())[1]?.outcome]).toEqual([[], 'withdrawn'])
    for (const { text } of await mailsTo(app, fresh()))
      await follow(stranger(), new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? ''))
    expect(await address()).toBe(old())
  })

  test('comes too late after a day; then the address is forgotten, and it can be asked for again', async () => {
    await corrects()
    const id = (await waiting())[0]?.id ?? 0
    app.clock.advance(DAY + MINUTE)
    await Promise.all([asStaff(app, Sue), asStaff(app, Lea)])
    await expect(decides(id)).rejects.toMatchObject(conflict(/24 hours are over/))
    expect(await waiting()).toEqual([])
    await runJob(app, lateActJob)
    expect(await kept()).toEqual([{ address: null, outcome: 'late' }])
    await corrects()
    expect(await waiting()).toHaveLength(1)
    expect([await address(), await kinds(fresh())]).toEqual([old(), []])
  })

  test('agrees to three mails an hour to one mailbox, whoever asks', async () => {
    for (let time = 0; time < 3; time += 1) await withdraws(await offers())
    await corrects()
    await expect(decides((await waiting())[0]?.id ?? 0)).rejects.toMatchObject({ code: 'tooMany' })
    expect(await kinds(fresh())).toHaveLength(3)
  })
})

describe('the form', () => {
  const shown = (values?: Record<string, string>, errors?: object[]) =>
    renderer.render('features/staff/members/CorrectAddress.astro', {
      accountId: 9,
      refused: values && {
        form: 'member-file',
        values,
        problem: { code: 'invalid', detail: 'Please check the fields.', errors },
      },
    })

  test('is closed until it is refused; then it stands open with what was typed, and why', async () => {
    expect(await shown()).not.toMatch(/<details[^>]* open/)
    const html = await shown(
      { act: 'correctAddress', email: 'nobody', proof: 'questions', reason: 'Wrote' },
      [{ field: 'email', message: 'Please enter an e-mail address.' }],
    )
    expect(html).toMatch(/<details[^>]* open/)
    expect(html).toMatch(/<input[^>]* id="correct-email"[^>]* value="nobody"/)
    expect(html).toMatch(/<option value="questions" selected/)
    expect(html).toMatch(/id="correct-email-error"[^>]*>\s*Please enter an e-mail address\./)
    expect(await shown({ act: 'signOut', reason: 'Lost it' })).not.toContain('Lost it')
  })

  test('that was posted without script and refused stands in the file as it was typed; one that is taken is in it', async () => {
    const posts = async (fields: Record<string, string>) => {
      const cookies = [...Sue.cookies].map(([name, value]) => `${name}=${value}`)
      return app.frontDoor(
        new Request(`http://${Sue.host}/staff/actOnMember`, {
          method: 'POST',
          headers: {
            Host: Sue.host,
            Origin: `http://${Sue.host}`,
            Cookie: cookies.join('; '),
          },
          body: new URLSearchParams({ accountId: String(Ann.id), ...fields }),
          redirect: 'manual',
        }),
        '203.0.113.7',
        renderer.shows({ file: 'staff/member/[id].astro' }),
      )
    }
    const typed = { act: 'correctAddress', email: fresh(), proof: 'photoCheck', reason: 'Wrote' }
    const html = await (await posts({ ...typed, proofNote: '' })).text()
    expect(html).toMatch(/<details[^>]* id="correct-address"[^>]* open/)
    expect(html).toContain(`value="${fresh()}"`)
    expect(html).toMatch(/id="correct-proofNote-error"[^>]*>\s*Please say what you saw\./)
    const answer = await posts({ ...typed, proofNote: 'Just now' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `/staff/member/${Ann.id}?done=second`,
    ])
    const refused = await (await posts({ act: 'withdraw', request: '9', reason: 'No' })).text()
    expect(refused).toMatch(/Change the address to a•••@n•••\.org: waits for a lead\./)
  })

  test('of what waits takes it back: one’s own, and what is not confirmed', async () => {
    const html = await renderer.render('features/staff/members/PendingActs.astro', {
      accountId: 9,
      pending: [
        { id: 1, text: 'Mine', isAgreed: false, isOwn: true },
        { id: 2, text: 'Another’s', isAgreed: false, isOwn: false },
        { id: 3, text: 'Agreed', isAgreed: true, isOwn: false },
      ],
      refused: undefined,
    })
    expect([...html.matchAll(/name="request" value="(\d)"/g)].map(([, id]) => id)).toEqual([
      '1',
      '3',
    ])
  })
})
