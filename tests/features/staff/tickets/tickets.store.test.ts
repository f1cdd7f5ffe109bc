import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useClient } from '#api/client.ts'
import { act } from '#staff/tickets/queue/ticket-acts.store.ts'
import { partOf } from '#staff/tickets/queue/ticket-list.ts'
import {
  $tickets,
  $ticketsTrouble,
  choose,
  seedTickets,
  showAddress,
} from '#staff/tickets/queue/tickets.store.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, asStaff, bob, type CastMember, eve } from '#tests/support/cast.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { asksSupport, ticketsSeen } from '#tests/support/tickets.ts'

/**
 * The ticket that somebody of staff chose last is the one that is shown, however slow the answers
 * are.
 */

withApp()
let Eve: CastMember
let [first, second] = [0, 0]
/** Held answers by their ticket, which then come as they are, or as a refusal. */
let held: Map<number, Promise<'as it is' | 'refused'>>
const place = { href: '' }

beforeAll(async () => {
  Eve = await asStaff(app, await eve(app))
  first = await asksSupport(app, await alice(app), {})
  second = await asksSupport(app, await bob(app), {})
})
beforeEach(async () => {
  held = new Map()
  place.href = 'http://www.adultcrush.localhost/staff/tickets'
  const move = (_: unknown, __: string, to: string | URL) =>
    void (place.href = new URL(to, place.href).href)
  vi.stubGlobal('location', place)
  vi.stubGlobal('history', { pushState: move, replaceState: move })
  useClient({
    fetch: (...call) => Eve.fetch(...call),
    async send(route, given, options) {
      const { query, body } = given as { query?: { ticket?: number }; body?: { id?: unknown } }
      const how = await held.get(Number(query?.ticket ?? body?.id))
      const asked = how === 'refused' ? { ...given, query: { page: 0 } } : given
      return Eve.send(route, asked, options)
    },
  })
  seedTickets({
    part: partOf(new URLSearchParams()),
    queue: await ticketsSeen(Eve, {}),
    said: '',
    formKey: '',
    now: app.clock.now().toISOString(),
  })
})
afterEach(() => {
  cleanStores($tickets, $ticketsTrouble)
  vi.unstubAllGlobals()
})
const shown = () => $tickets.get()?.queue.chosen?.id
function holds(ticket: number) {
  const { promise, resolve } = Promise.withResolvers<'as it is' | 'refused'>()
  held.set(ticket, promise)
  return resolve
}

test.each(['as it is', 'refused'] as const)(
  'an answer about the one before that comes late, %s, changes nothing',
  async (how) => {
    const release = holds(first)
    const late = choose(first)
    await choose(second)
    expect(shown()).toBe(second)
    release(how)
    await late
    expect([shown(), $ticketsTrouble.get()]).toEqual([second, ''])
  },
)

test('whoever chooses another while an act is under way stays there, and reads that it is done', async () => {
  await choose(first)
  const release = holds(first)
  const fields = new FormData()
  for (const [name, value] of Object.entries({ act: 'note', id: `${first}`, note: 'Called us' }))
    fields.set(name, value)
  const done = act(fields)
  await choose(second)
  release('as it is')
  await done
  expect([shown(), $tickets.get()?.said]).toEqual([second, `Ticket ${first} has a new note.`])
  expect(new URL(place.href).searchParams.get('ticket')).toBe(`${second}`)
})

test('what was done is said once: neither a reload says it again, nor a step back', async () => {
  await choose(first)
  const fields = new FormData()
  for (const [name, value] of Object.entries({ act: 'note', id: `${first}`, note: 'Wrote back' }))
    fields.set(name, value)
  await act(fields)
  expect($tickets.get()?.said).toBe(`Ticket ${first} has a new note.`)
  expect([...new URL(place.href).searchParams]).toEqual([['ticket', `${first}`]])
  await showAddress()
  expect($tickets.get()?.said).toBe('')
})

test('pictures that were chosen go with an answer, an empty field goes with nothing', async () => {
  const answer = (file: File) => {
    const fields = new FormData()
    const words = { act: 'answer', id: `${first}`, answer: 'Look here.', keepsOpen: 'yes' }
    for (const [name, value] of Object.entries(words)) fields.set(name, value)
    fields.append('pictures', file)
    return act(fields)
  }
  await answer(new File([await aPhoto()], 'it.jpg'))
  await answer(new File([], ''))
  await choose(first)
  const answers = $tickets.get()?.queue.chosen?.answers ?? []
  expect(answers.map(({ pictures }) => pictures.length)).toEqual([1, 0])
})
