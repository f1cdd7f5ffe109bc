import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerOwnTicket, listOwnTickets } from '#guests/help/own-tickets.contract.ts'
import { ticketPicturePath } from '#guests/help/ticket-pictures.ts'
import { HOUR } from '#lib/clock.ts'
import { actOnTicket } from '#staff/tickets/queue/ticket-queue.contract.ts'
import { forgetActs } from '#tests/support/acts.ts'
import { app, refusedWith, type Visitor, withApp } from '#tests/support/app.ts'
import { alice, asStaff, bob, type CastMember, eve } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto, storedFiles } from '#tests/support/photos.ts'
import { asksSupport, closedFor, ticketsSeen } from '#tests/support/tickets.ts'

/** A member says more on a ticket of their own, on the site, as by mail. */

withApp()
let people: Record<'alice' | 'bob' | 'eve', CastMember>
beforeAll(async () => {
  people = { alice: await alice(app), bob: await bob(app), eve: await eve(app) }
})
beforeEach(async () => {
  app.clock.advance(HOUR)
  for (const table of ['tickets', 'mails', 'rate_limits'] as const)
    await app.db.deleteFrom(table).execute()
  await forgetActs(app.db)
  await asStaff(app, people.eve)
})

let keys = 0
type More = { key?: string; files?: readonly Uint8Array[] }
const adds = (
  who: Visitor,
  id: number,
  message: string,
  { key = `key-${(keys += 1)}`, files = [] }: More = {},
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ id: `${id}`, message, key })) form.set(name, value)
  for (const bytes of files)
    form.append('pictures', new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }))
  return who.calls(answerOwnTicket, { form })
}
const acts = (body: Record<string, unknown>) =>
  people.eve.calls(actOnTicket, { body: body as never })
const open = async () =>
  (await ticketsSeen(people.eve)).tickets.map(({ id, replies }) => ({
    id,
    replies: replies.map(({ text, pictures }) => ({ text, pictures: pictures.length })),
  }))
const rows = () => app.db.selectFrom('ticket_replies').select('body').execute()

describe('an answer to support on the site', () => {
  test('is read by staff with its pictures, and by its member below the ticket', async () => {
    const id = await asksSupport(app, people.alice)
    const { number, tickets, next } = await adds(people.alice, id, 'It is the town of Leeds.', {
      files: [await aPhoto()],
    })
    expect({ number, next }).toEqual({
      number: id,
      next: `/profile/edit/settings?screen=decisions#ticket-${id}`,
    })
    expect(tickets).toMatchObject([
      { id, said: [{ by: 'you', text: 'It is the town of Leeds.', pictures: [{ width: 900 }] }] },
    ])
    expect(await open()).toEqual([
      { id, replies: [{ text: 'It is the town of Leeds.', pictures: 1 }] },
    ])
    // Support hears of it; who wrote it does not, since they know.
    expect(await mailsTo(app, 'support@adultcrush.example')).toHaveLength(2)
    expect(await mailsTo(app, 'alice@example.org')).toHaveLength(1)
    const path = ticketPicturePath(tickets[0]?.said[0]?.pictures[0]?.id ?? 0)
    const see = (who: Visitor) => who.visit(path).then(({ status }) => status)
    expect([await see(people.alice), await see(people.bob)]).toEqual([200, 404])
  })

  test('opens a closed ticket again, and brings back one that was put away', async () => {
    const [closed, away] = [
      await asksSupport(app, people.alice),
      await asksSupport(app, people.alice, { message: 'And my photo?' }),
    ]
    await acts({ act: 'close', id: closed })
    await acts({ act: 'snooze', id: away, for: 'week' })
    expect(await open()).toEqual([])
    await adds(people.alice, closed, 'It is back.')
    await adds(people.alice, away, 'It is urgent.')
    expect((await open()).map(({ id }) => id).toSorted()).toEqual([closed, away].toSorted())
  })

  test('to what was closed long ago is a new ticket that goes on with it', async () => {
    const id = await asksSupport(app, people.alice)
    await acts({ act: 'close', id })
    await closedFor(app, id, 31)
    const { number, tickets } = await adds(people.alice, id, 'Now it is back.', {
      files: [await aPhoto()],
    })
    expect(number).toBeGreaterThan(id)
    expect(tickets[0]).toMatchObject({ id: number, text: 'Now it is back.', isClosed: false })
    expect(tickets[0]?.pictures).toHaveLength(1)
  })

  test('to one that became part of another is with that one', async () => {
    const [first, again] = [
      await asksSupport(app, people.bob),
      await asksSupport(app, people.bob, { message: 'Once more.' }),
    ]
    await acts({ act: 'merge', id: again, into: first })
    expect(await adds(people.bob, again, 'Thank you.')).toMatchObject({ number: first })
  })

  test('is said once, however often and at once its form is sent', async () => {
    const id = await asksSupport(app, people.alice)
    const twice = () => adds(people.alice, id, 'Only once.', { key: 'same' })
    await Promise.all([twice(), twice(), twice()])
    await twice()
    expect(await rows()).toHaveLength(1)
    await adds(people.alice, id, 'Only once.', { key: 'another' })
    expect(await rows()).toHaveLength(2)
  })

  test('is nobody else’s to give', async () => {
    const id = await asksSupport(app, people.alice)
    await expect(adds(people.bob, id, 'I am Alice.')).rejects.toMatchObject({ code: 'notFound' })
    await expect(adds(people.alice, id + 1000, 'Hello?')).rejects.toMatchObject({
      code: 'notFound',
    })
    await expect(adds(app.visitor('adultcrush'), id, 'Me too.')).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(await rows()).toEqual([])
  })

  test('with a picture that is none keeps nothing, and says so at its field', async () => {
    const id = await asksSupport(app, people.alice)
    const before = await storedFiles(app)
    const refused = await refusedWith(
      adds(people.alice, id, 'Look.', { files: [await aPhoto(), Buffer.from('<svg>')] }),
    )
    expect(refused?.errors.map(({ field }) => field)).toEqual(['pictures'])
    expect(await rows()).toEqual([])
    expect(await storedFiles(app)).toEqual(before)
  })

  test('is taken twenty times a day on a ticket', async () => {
    const id = await asksSupport(app, people.alice)
    for (let count = 0; count < 20; count += 1) await adds(people.alice, id, `Still ${count}`)
    await expect(adds(people.alice, id, 'And still')).rejects.toMatchObject({ code: 'tooMany' })
    expect(await rows()).toHaveLength(20)
  })
})

describe('the tickets of a member', () => {
  test('are theirs alone', async () => {
    await asksSupport(app, people.alice)
    const { tickets } = await people.bob.calls(listOwnTickets)
    expect(tickets).toEqual([])
  })
})
