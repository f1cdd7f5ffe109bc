import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openPostgres } from '#db/connection.server.ts'
import { SECOND } from '#lib/clock.ts'
import { changeBookedAds, listBookedAds } from '#money/ads/booked/booked-ads.contract.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type CastMember, parametersFor, worksAs } from '#tests/support/cast.ts'
import { copyOfTemplate } from '#tests/support/template.ts'

/** A publisher's ad, by way of one process, is what another one shows. */

let here: TestApp
let there: TestApp
let frank: CastMember
beforeAll(async () => {
  const url = await copyOfTemplate(inject('postgresUrl'), `t_${randomUUID().replaceAll('-', '')}`)
  here = await startApp({}, await openPostgres(url))
  there = await startApp({}, await openPostgres(url))
  frank = await worksAs(here, 'Frank', { brand: 'wivesnow' })
})
afterAll(() => Promise.all([here.close(), there.close()]))

const acts = (body: Record<string, unknown>) =>
  frank.calls(changeBookedAds, { body: body as never })
const content = {
  ...{ link: 'site:wivesnow', text: 'A table.', action: 'Book it', picture: 'drawn:table' },
  ...{ weight: 1, from: '2026-11-01', until: '2026-12-01' },
}
const shownThere = async () =>
  (await parametersFor(there.visitor('adultcrush'))).advertisement.map(({ headline }) => headline)

test('an ad that is placed, changed and ended by one process is so on another, which remembers it meanwhile', async () => {
  let reads = 0
  const { remembered } = there.services
  const { of } = remembered
  remembered.of = (member, name, at, read) =>
    of(member, name, at, () => {
      if (name === 'ads') reads += 1
      return read()
    })
  // Once it hears the others, it remembers.
  await vi.waitFor(async () => {
    there.clock.advance(SECOND)
    await shownThere()
    const before = reads
    await shownThere()
    expect(reads).toBe(before)
  })
  const shows = (headline: string, isShown: boolean) =>
    vi.waitFor(async () => expect((await shownThere()).includes(headline)).toBe(isShown))
  await acts({ ...content, act: 'add', brand: 'adultcrush', slot: 'page', headline: 'Dinner' })
  await shows('Dinner', true)
  const { ads } = await frank.calls(listBookedAds)
  const { id, version } = ads[0] ?? { id: 0, version: 0 }
  await acts({ ...content, act: 'change', id, version, headline: 'Supper' })
  await shows('Supper', true)
  await acts({ act: 'end', id })
  await shows('Supper', false)
  const before = reads
  await shownThere()
  expect(reads).toBe(before)
})
