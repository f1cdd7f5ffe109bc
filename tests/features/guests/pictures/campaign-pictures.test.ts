import { beforeAll, beforeEach, expect, test } from 'vitest'
import { changeBrandPictures, listBrandPictures } from '#guests/pictures/pictures.contract.ts'
import { publishText, writeDraft } from '#guests/texts/history/changes.contract.ts'
import { renderText } from '#guests/texts/previews/preview.contract.ts'
import { MINUTE } from '#lib/clock.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, eve, worksAs } from '#tests/support/cast.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/** A picture that a publisher put on the page of a campaign, by its number. */

withApp()
withRenderer()
let people: Record<'eve' | 'frank', CastMember>
beforeAll(async () => {
  const frank = await worksAs(app, 'Frank', { brand: 'wivesnow' })
  people = { eve: await eve(app), frank }
})
beforeEach(async () => {
  app.clock.advance(MINUTE)
  for (const table of ['content_revisions', 'brand_pictures'] as const)
    await app.db.deleteFrom(table).execute()
  app.services.texts.publish([])
})

async function sends(fields: Record<string, string>, file?: Uint8Array) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.append('picture', new File([new Uint8Array(file)], 'it.jpg'))
  return people.frank.calls(changeBrandPictures, { form })
}
const words = { name: 'Lake', alt: 'A lake' }
const listed = async () => (await people.frank.calls(listBrandPictures)).pictures
async function puts(brand = 'wivesnow') {
  await sends({ act: 'add', brand, ...words }, await aPhoto())
  const [picture] = await listed()
  return picture ?? expect.fail('there is no picture')
}
async function saves(given: Record<string, string>) {
  const { revision } = await people.eve.calls(writeDraft, {
    body: {
      ...{ act: 'save', path: 'promo/wivesnow/', basis: null, name: 'lake' },
      ...{ 'matter-headline': 'By the lake', 'matter-button': 'Come', body: 'It is warm.' },
      ...{ 'matter-leadsTo': 'register', 'matter-pictureShows': 'A lake at noon' },
      ...given,
    },
  })
  return revision ?? 0
}
const publishes = (revision: number) =>
  people.frank.calls(publishText, { body: { act: 'publish', revision } })
async function visits(url: string, file = 'live/promo/[campaign].astro') {
  const { host } = new URL(url)
  return app.frontDoor(
    new Request(url, { headers: { Host: host }, redirect: 'manual' }),
    '203.0.113.7',
    renderer.shows({ file, params: { campaign: 'lake' } }),
  )
}
const own = 'http://www.wivesnow.localhost:4321'

test('is shown with words of its own, from the media host, and another in its place at once', async () => {
  const picture = await puts()
  await publishes(await saves({ 'matter-picture': `${picture.id}` }))
  const html = await (await visits(`${own}/promo/lake`)).text()
  expect(html).toMatch(new RegExp(`src="/pictures/${picture.id}"[^>]*alt="A lake at noon"`))
  const leads = async () => {
    const answer = await visits(`${own}/pictures/${picture.id}`)
    expect(answer.status).toBe(302)
    return answer.headers.get('Location') ?? ''
  }
  const before = await leads()
  expect(before).toBe(picture.src)
  expect((await visits(before)).status).toBe(200)
  const { id, version } = picture
  await sends(
    { act: 'change', id: `${id}`, version: `${version}`, ...words },
    await aPhoto({ colour: '#123456' }),
  )
  const after = await leads()
  expect(after).not.toBe(before)
  expect((await visits(after)).status).toBe(200)
  expect((await visits(before)).status).toBe(404)
})

test('is seen while the campaign is written, from the host of whoever writes', async () => {
  const picture = await puts()
  const other = await puts('adultcrush')
  const renders = (number: number) =>
    people.eve.calls(renderText, {
      body: {
        ...{ path: 'promo/wivesnow/', brand: 'wivesnow', name: 'lake' },
        ...{ 'matter-headline': 'By the lake', 'matter-button': 'Come', body: 'It is warm.' },
        ...{ 'matter-leadsTo': 'register', 'matter-pictureShows': 'A lake at noon' },
        'matter-picture': number === 0 ? '' : `${number}`,
      },
    })
  const { picture: shown } = await renders(picture.id)
  const media = new URL(shown?.src ?? '')
  expect([media.host, shown?.alt]).toEqual(['media.adultcrush.localhost:4321', 'A lake at noon'])
  expect((await visits(media.href)).status).toBe(200)
  await expect(renders(other.id)).rejects.toMatchObject({
    errors: [{ field: 'matter-picture', message: expect.stringMatching(/of another brand/) }],
  })
})

test('that the brand does not have is refused beside its field, when it is written and when it is published', async () => {
  const other = await puts('adultcrush')
  for (const [number, says] of [
    [`${other.id}`, /of another brand/],
    ['999', /no picture 999/],
  ] as const)
    await expect(saves({ 'matter-picture': number })).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'matter-picture', message: expect.stringMatching(says) }],
    })
  // Nor does its host lead there.
  expect((await visits(`${own}/pictures/${other.id}`)).status).toBe(404)
  const picture = await puts('')
  await expect(
    saves({ 'matter-picture': `${picture.id}`, 'matter-pictureShows': '' }),
  ).rejects.toMatchObject({ errors: [{ field: 'matter-pictureShows' }] })
  const draft = await saves({ 'matter-picture': `${picture.id}` })
  await sends({ act: 'remove', id: `${picture.id}` })
  await expect(publishes(draft)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('or it was taken back'),
  })
})

test('stays as long as a campaign shows it', async () => {
  const { id } = await puts()
  await publishes(await saves({ 'matter-picture': `${id}` }))
  expect((await listed())[0]?.campaigns).toEqual(['/promo/lake'])
  const takesBack = () => sends({ act: 'remove', id: `${id}` })
  await expect(takesBack()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('A campaign shows this picture: /promo/lake.'),
  })
  await people.frank.calls(publishText, { body: { act: 'remove', path: 'promo/wivesnow/lake.md' } })
  await takesBack()
  expect(await listed()).toEqual([])
})
