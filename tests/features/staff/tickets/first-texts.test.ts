import { beforeAll, expect, test } from 'vitest'
import { forgetSetting } from '#db/kept-settings.server.ts'
import { fillDemo } from '#demo/network.server.ts'
import {
  changeCannedTexts,
  getCannedTexts,
} from '#staff/tickets/canned-texts/canned-texts.contract.ts'
import { filled, MAX_CANNED, MAX_NAME } from '#staff/tickets/canned-texts/canned-texts.ts'
import { firstTexts } from '#staff/tickets/canned-texts/first-texts.ts'
import { FIRST_TEXTS, shipTexts } from '#staff/tickets/canned-texts/ship-texts.server.ts'
import { app, startApp, withApp } from '#tests/support/app.ts'
import { type CastMember, eve } from '#tests/support/cast.ts'

/** The texts with which a new installation begins: there once, and then staff's own. */

withApp()
let Eve: CastMember
beforeAll(async () => {
  Eve = await eve(app)
})

const names = firstTexts.map(({ name }) => name).toSorted()
const texts = async () => (await Eve.calls(getCannedTexts)).texts
const shown = async () => (await texts()).map(({ name }) => name).toSorted()
/** As another process that starts on the same database. */
const starts = () => shipTexts(app.services)

test('a new installation begins with them, each within what the form takes', async () => {
  expect(await shown()).toEqual(names)
  expect(names.length).toBeGreaterThanOrEqual(12)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  for (const { name, body } of firstTexts) {
    expect(name.length).toBeLessThanOrEqual(MAX_NAME)
    expect(body.length).toBeLessThanOrEqual(MAX_CANNED)
  }
})

test('each greets the member, names the site by its placeholder, and has no other', () => {
  for (const { name, body } of firstTexts) {
    const words = filled(body, { name: 'Bob', brand: 'Wives Now' })
    expect(words, name).toMatch(/^Hello Bob,\n\n/)
    expect(words, name).toContain('Wives Now')
    expect(words, name).not.toMatch(/[{}]|undefined/)
    expect(body, name).not.toMatch(/adultcrush|wives ?now|https?:/i)
  }
})

test('staff change and delete them as their own, and none comes back at the next start', async () => {
  const [first, second] = await texts()
  const sends = Eve.send<typeof changeCannedTexts>
  await sends('POST /staff/cannedText', {
    body: { act: 'save', id: first?.id, name: 'Ours', body: 'Hello {name}.' },
  })
  await sends('POST /staff/cannedText', { body: { act: 'delete', id: second?.id ?? 0 } })
  const left = await shown()
  expect(left).toEqual(
    names
      .filter((name) => name !== first?.name && name !== second?.name)
      .concat('Ours')
      .toSorted(),
  )
  await starts()
  expect(await shown()).toEqual(left)
  for (const { id } of await texts())
    await sends('POST /staff/cannedText', { body: { act: 'delete', id } })
  await starts()
  expect(await shown()).toEqual([])
})

/** As before the first start. */
async function forgets(): Promise<void> {
  await app.db.deleteFrom('canned_texts').execute()
  await forgetSetting(app.db, FIRST_TEXTS)
}

test('of processes that start at once, one puts them there', async () => {
  await forgets()
  await Promise.all([starts(), starts(), starts(), starts()])
  expect(await shown()).toEqual(names)
})

test('staff who wrote their own before get none of ours', async () => {
  await forgets()
  await Eve.calls(changeCannedTexts, { body: { act: 'save', name: 'Ours', body: 'Hello {name}.' } })
  await starts()
  expect(await shown()).toEqual(['Ours'])
})

test('the demo, which is filled before the start, has them', async () => {
  const demo = await startApp()
  try {
    await demo.services.db.deleteFrom('canned_texts').execute()
    await forgetSetting(demo.services.db, FIRST_TEXTS)
    await fillDemo(demo.services.db, { now: demo.clock.now(), members: 20 })
    await shipTexts(demo.services)
    const rows = await demo.services.db.selectFrom('canned_texts').select('name').execute()
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names)
  } finally {
    await demo.close()
  }
})
