import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Trx } from '#db/connection.server.ts'
import { changeBrandPictures, listBrandPictures } from '#guests/pictures/pictures.contract.ts'
import { publishText, writeDraft } from '#guests/texts/history/changes.contract.ts'
import { MINUTE } from '#lib/clock.ts'
import { changeBookedAds } from '#money/ads/booked/booked-ads.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, eve, worksAs } from '#tests/support/cast.ts'
import { aPhoto } from '#tests/support/photos.ts'

/** One publisher begins to show a picture while another is just taking it back. */

withApp()
let people: Record<'eve' | 'frank', CastMember>
beforeAll(async () => {
  const frank = await worksAs(app, 'Frank', { brand: 'wivesnow' })
  people = { eve: await eve(app), frank }
})
beforeEach(async () => {
  app.clock.advance(MINUTE)
  for (const table of ['booked_ads', 'content_revisions', 'brand_pictures'] as const)
    await app.db.deleteFrom(table).execute()
})

function sends(fields: Record<string, string>, file?: Uint8Array) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.append('picture', new File([new Uint8Array(file)], 'it.jpg'))
  return people.frank.calls(changeBrandPictures, { form })
}
async function puts(): Promise<number> {
  await sends({ act: 'add', brand: 'wivesnow', name: 'Lake', alt: 'A lake' }, await aPhoto())
  const { pictures } = await people.frank.calls(listBrandPictures)
  return pictures[0]?.id ?? 0
}
const takesBack = (id: number) => sends({ act: 'remove', id: `${id}` })
const places = (id: number) =>
  people.frank.calls(changeBookedAds, {
    body: {
      ...{ act: 'add', brand: 'wivesnow', slot: 'page', link: 'https://a.example.org/' },
      ...{ headline: 'Come over', text: 'It is quiet.', action: 'Go', picture: `own:${id}` },
      ...{ weight: 1, from: '2026-11-01', until: '2026-12-24' },
    },
  })
async function drafts(id: number): Promise<number> {
  const { revision } = await people.eve.calls(writeDraft, {
    body: {
      ...{ act: 'save', path: 'promo/wivesnow/', basis: null, name: 'lake' },
      ...{ 'matter-headline': 'By the lake', 'matter-button': 'Come', body: 'It is warm.' },
      ...{ 'matter-leadsTo': 'register', 'matter-picture': `${id}` },
      'matter-pictureShows': 'A lake at noon',
    },
  })
  return revision ?? 0
}
const publishes = (revision: number) =>
  people.frank.calls(publishText, { body: { act: 'publish', revision } })

/** What becomes of an act that waits for what another has done and not committed. */
async function meanwhile(
  other: (trx: Trx) => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const { db } = app
  let asked: Promise<[PromiseSettledResult<unknown>]> | undefined
  await db.transaction().execute(async (trx) => {
    await other(trx)
    asked = Promise.allSettled([act()])
    await vi.waitFor(async () => {
      const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      expect((await waiting.execute(db)).rows).toHaveLength(1)
    })
  })
  const [result] = (await asked) ?? expect.fail('was not asked')
  return result
}

const deletes = (id: number) => (trx: Trx) =>
  trx.deleteFrom('brand_pictures').where('id', '=', id).execute()

test('an ad that is placed meanwhile is refused beside its field', async () => {
  const id = await puts()
  expect(await meanwhile(deletes(id), () => places(id))).toMatchObject({
    status: 'rejected',
    reason: {
      code: 'invalid',
      errors: [{ field: 'picture', message: 'This picture was removed. Please choose another.' }],
    },
  })
})

test('a campaign that is published meanwhile is refused, and stays a draft', async () => {
  const id = await puts()
  const draft = await drafts(id)
  expect(await meanwhile(deletes(id), () => publishes(draft))).toMatchObject({
    status: 'rejected',
    reason: { code: 'invalid', message: expect.stringContaining('or it was taken back') },
  })
  const { published_at: at } = await app.db
    .selectFrom('content_revisions')
    .select('published_at')
    .where('id', '=', draft)
    .executeTakeFirstOrThrow()
  expect(at).toBeNull()
})

test('a picture that an ad begins to show meanwhile is not taken back', async () => {
  const id = await puts()
  const begins = async (trx: Trx) => {
    await sql`select from brand_pictures where id = ${id} for share`.execute(trx)
    await sql`insert into booked_ads
      (brand, slot, link, headline, text, action, picture_id, weight, runs_from, runs_until, added_at, added_by)
      values ('wivesnow', 'page', 'https://a.example.org/', 'Come over', 'It is quiet.', 'Go', ${id}, 1,
        '2026-11-01', '2026-12-24', now(), ${people.frank.id})`.execute(trx)
  }
  expect(await meanwhile(begins, () => takesBack(id))).toMatchObject({
    status: 'rejected',
    reason: { code: 'conflict', message: expect.stringContaining('Come over') },
  })
  expect(await app.db.selectFrom('brand_pictures').select('id').execute()).toEqual([{ id }])
})
