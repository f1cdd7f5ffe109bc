import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brandPictureSweepJob } from '#guests/pictures/picture-files.server.ts'
import { changeBrandPictures, listBrandPictures } from '#guests/pictures/pictures.contract.ts'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { changeBookedAds, listBookedAds } from '#money/ads/booked/booked-ads.contract.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { alice, bob, type CastMember, parametersFor, worksAs } from '#tests/support/cast.ts'
import { aPhoto, datesFiles, storedFiles } from '#tests/support/photos.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/** Pictures that publishers put for a brand, which ads show: made anew, replaced, taken back. */

withApp()
withRenderer()
let people: Record<'alice' | 'bob' | 'frank', CastMember>
beforeAll(async () => {
  const frank = await worksAs(app, 'Frank', { brand: 'wivesnow' })
  people = { alice: await alice(app), bob: await bob(app), frank }
})
beforeEach(async () => {
  app.clock.advance(MINUTE)
  for (const table of ['booked_ads', 'brand_pictures'] as const)
    await app.db.deleteFrom(table).execute()
  await app.services.photoFiles.remove(await storedFiles(app))
})

function formOf(fields: Record<string, string>, files: readonly Uint8Array[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const file of files)
    form.append('picture', new File([new Uint8Array(file)], 'Mine.jpg', { type: 'image/jpeg' }))
  return form
}
const sends = (
  fields: Record<string, string>,
  files: readonly Uint8Array[] = [],
  by: CastMember = people.frank,
) => by.calls(changeBrandPictures, { form: formOf(fields, files) })
const words = { name: 'Autumn', alt: 'A table under a tree' }
const puts = async (
  files?: readonly Uint8Array[],
  more: Record<string, string> = {},
  by = people.frank,
) => sends({ act: 'add', brand: 'adultcrush', ...words, ...more }, files ?? [await aPhoto()], by)
const changes = (
  { id, version }: { id: number; version: number },
  more: Record<string, string> = {},
  files: readonly Uint8Array[] = [],
) => sends({ act: 'change', id: `${id}`, version: `${version}`, ...words, ...more }, files)
const takesBack = (id: number, by = people.frank) => sends({ act: 'remove', id: `${id}` }, [], by)
const listed = async () => (await people.frank.calls(listBrandPictures)).pictures
const only = async () => {
  const [picture] = await listed()
  return picture ?? expect.fail('there is no picture')
}
const rows = () => app.db.selectFrom('brand_pictures').selectAll().execute()
async function fetched(src: string, headers: Record<string, string> = {}): Promise<Response> {
  const { host } = new URL(src)
  const request = new Request(src, { headers: { Host: host, ...headers } })
  return app.frontDoor(request, '203.0.113.7', async () => new Response('a page'))
}
const places = (picture: string, more: Record<string, unknown> = {}) =>
  people.frank.calls(changeBookedAds, {
    body: {
      ...{ act: 'add', brand: 'adultcrush', slot: 'page', link: 'site:wivesnow', picture },
      ...{ headline: 'Come over', text: 'It is quiet here.', action: 'Go', weight: 1 },
      ...{ from: '2026-01-01', until: '2027-06-01' },
      ...more,
    } as never,
  })
const adFor = async (who: CastMember) =>
  (await parametersFor(who)).advertisement.find(({ headline }) => headline === 'Come over')
async function bomb(): Promise<Uint8Array> {
  const canvas = { width: 6000, height: 6000, channels: 3, background: '#000' } as const
  return new Uint8Array(await sharp({ create: canvas }).png().toBuffer())
}

describe('a picture', () => {
  test('is made anew, and served to anybody from the media host, to be kept for long', async () => {
    expect(await puts([await aPhoto({ width: 3000, height: 1500, orientation: 6 })])).toEqual({
      ok: true,
      next: '/staff/content/pictures?done=added',
    })
    const picture = await only()
    expect(picture).toMatchObject({
      ...{ brand: 'adultcrush', ...words, width: 1200, height: 2400, ads: [], campaigns: [] },
      added: { by: 'Frank' },
    })
    expect(picture.src).toMatch(
      /^http:\/\/media\.wivesnow\.localhost:4321\/pictures\/[0-9a-f]{32}\.webp$/,
    )
    const answer = await fetched(picture.src)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('image/webp')
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=2592000, immutable')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { format, width, exif, xmp, icc } = await sharp(bytes).metadata()
    expect({ format, width, exif, xmp, icc }).toEqual({ format: 'webp', width: 1200 })
    expect(bytes.toString('latin1')).not.toMatch(/SecretCamera|SecretXmp|Realname/)
    const etag = answer.headers.get('ETag') ?? ''
    expect((await fetched(picture.src, { 'If-None-Match': etag })).status).toBe(304)
    expect((await fetched(picture.src.replace(/[0-9a-f]{32}/, '0'.repeat(32)))).status).toBe(404)
    expect(app.logged.join('')).not.toContain('Mine.jpg')
  })

  test.each<[what: string, files: () => Promise<Uint8Array[]>, says: RegExp]>([
    ['no file', async () => [], /choose a picture/],
    ['a file that is no picture', async () => [Buffer.from('<svg onload="x">')], /not a photo/],
    ['a damaged one', async () => [(await aPhoto()).subarray(0, 900)], /damaged/],
    ['one with very many pixels', async () => [await bomb()], /too many pixels/],
    ['an empty one', async () => [new Uint8Array()], /empty/],
    ['one of 20 MB', async () => [Buffer.alloc(20 * 1024 * 1024)], /up to 8 MB/],
    ['two files', async () => [await aPhoto(), await aPhoto()], /one picture/],
  ])('with %s is refused at the field, and nothing is kept', async (_, files, says) => {
    await expect(puts(await files())).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field: 'picture', message: expect.stringMatching(says) }],
    })
    expect([await rows(), await storedFiles(app)]).toEqual([[], []])
  })

  test.each([
    ['a brand that there is not', { brand: 'nobrand' }, 'brand'],
    ['no name', { name: ' ' }, 'name'],
    ['no words for who does not see it', { alt: '' }, 'alt'],
    ['too many of them', { alt: 'x'.repeat(201) }, 'alt'],
  ])('with %s is refused beside its field', async (_, given, field) => {
    await expect(puts(undefined, given)).rejects.toMatchObject({
      code: 'invalid',
      errors: [{ field }],
    })
    expect([await rows(), await storedFiles(app)]).toEqual([[], []])
  })

  test('sent twice at once is one, and of another brand another', async () => {
    const file = [await aPhoto()]
    const both = await Promise.allSettled([puts(file), puts(file)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        errors: [{ field: 'picture', message: 'AdultCrush has this picture already: Autumn.' }],
      },
    })
    await puts(file, { brand: '' })
    expect((await listed()).map(({ brand }) => brand)).toEqual([null, 'adultcrush'])
    expect(await storedFiles(app)).toHaveLength(2)
  })

  test('that is replaced has another address, and the file of before is gone', async () => {
    await puts()
    const before = await only()
    await changes(before, { name: 'Winter' }, [await aPhoto({ width: 640, height: 320 })])
    const after = await only()
    expect(after).toMatchObject({ id: before.id, name: 'Winter', width: 640, height: 320 })
    expect((await fetched(before.src)).status).toBe(404)
    expect((await fetched(after.src)).status).toBe(200)
    expect(await storedFiles(app)).toHaveLength(1)
    await changes(after, { alt: 'Snow' })
    expect(await only()).toMatchObject({ alt: 'Snow', src: after.src })
    await expect(changes(after)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('was changed after you opened it'),
    })
  })

  test('that two replace at the same moment is one of theirs, with one file', async () => {
    await puts()
    const before = await only()
    const both = await Promise.allSettled([
      changes(before, { name: 'One' }, [await aPhoto({ colour: '#111111' })]),
      changes(before, { name: 'Two' }, [await aPhoto({ colour: '#222222' })]),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await storedFiles(app)).toHaveLength(1)
    expect((await fetched((await only()).src)).status).toBe(200)
  })

  test('that is taken back is gone with its file', async () => {
    await puts()
    const { id, src } = await only()
    expect(await takesBack(id)).toMatchObject({ next: '/staff/content/pictures?done=removed' })
    expect([await rows(), await storedFiles(app)]).toEqual([[], []])
    expect((await fetched(src)).status).toBe(404)
    await expect(takesBack(id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('of a crash leaves no file behind, and the sweep no picture without one', async () => {
    await puts()
    const { photoFiles } = app.services
    await photoFiles.write(new Map([[`${'0'.repeat(32)}-brand.webp`, new Uint8Array([1])]]))
    await datesFiles(app)
    app.clock.advance(2 * HOUR)
    await runJob(app, brandPictureSweepJob)
    expect(await storedFiles(app)).toEqual((await rows()).map(({ key }) => `${key}-brand.webp`))
  })

  test('is a publisher’s alone, and each act is on record without a member', async () => {
    const editor = await worksAs(app, 'Ed', { brand: 'wivesnow', roles: ['editor'] })
    await expect(puts(undefined, {}, editor)).rejects.toMatchObject({ code: 'otherRole' })
    await expect(editor.calls(listBrandPictures)).resolves.toEqual({ pictures: [] })
    await expect(puts(undefined, {}, people.alice)).rejects.toMatchObject({ code: 'notFound' })
    await puts()
    const { id, version } = await only()
    await expect(takesBack(id, editor)).rejects.toMatchObject({ code: 'otherRole' })
    await changes({ id, version }, {}, [await aPhoto({ colour: '#333333' })])
    await takesBack(id)
    const acts = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_id', 'action', 'details'])
      .where('action', 'like', 'texts.%Picture')
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    const same = { actor_id: people.frank.id, subject_id: null }
    const details = { picture: id, brand: 'adultcrush' }
    expect(acts).toEqual([
      { ...same, action: 'texts.removePicture', details },
      { ...same, action: 'texts.replacePicture', details },
      { ...same, action: 'texts.addPicture', details },
    ])
  })
})

describe('an ad', () => {
  test('shows a picture from its brand’s media host, and another in its place at once', async () => {
    await puts()
    const { id } = await only()
    await places(`own:${id}`)
    const ad = await adFor(people.alice)
    expect(ad).toMatchObject({ alt: words.alt })
    expect(ad?.image).toMatch(/^http:\/\/media\.adultcrush\.localhost:4321\/pictures\//)
    expect((await fetched(ad?.image ?? '')).status).toBe(200)
    await changes(await only(), { alt: 'Snow' }, [await aPhoto({ colour: '#444444' })])
    const after = await adFor(people.alice)
    expect(after).toMatchObject({ alt: 'Snow' })
    expect(after?.image).not.toBe(ad?.image)
    expect((await fetched(after?.image ?? '')).status).toBe(200)
  })

  test('shows none of another brand, and one of all brands everywhere', async () => {
    await puts(undefined, { brand: 'wivesnow' })
    const { id } = await only()
    for (const brand of ['adultcrush', ''])
      await expect(places(`own:${id}`, { brand })).rejects.toMatchObject({
        errors: [{ field: 'picture', message: expect.stringContaining('of WivesNow alone') }],
      })
    await puts(undefined, { brand: '' })
    const [ofAll] = await listed()
    await places(`own:${ofAll?.id}`)
    expect(await adFor(people.alice)).toBeDefined()
  })

  test('keeps its picture from being taken back, until it shows another or is ended', async () => {
    await puts()
    const { id } = await only()
    await places(`own:${id}`)
    expect(await only()).toMatchObject({ ads: ['Come over'] })
    await expect(takesBack(id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('An ad shows this picture: Come over.'),
    })
    const { ads } = await people.frank.calls(listBookedAds)
    await people.frank.calls(changeBookedAds, { body: { act: 'end', id: ads[0]?.id ?? 0 } })
    await takesBack(id)
    const after = await people.frank.calls(listBookedAds)
    expect(after.ads).toMatchObject([{ image: null, state: 'ended' }])
  })
})

describe('the page', () => {
  async function shows(path: string, file: string, form?: FormData, who = people.frank) {
    const { host, cookies } = who
    const headers = new Headers({
      Host: host,
      Origin: `http://${host}`,
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    })
    const encoded = form && new Response(form)
    const body = await encoded?.arrayBuffer()
    if (encoded && body) {
      headers.set('Content-Type', encoded.headers.get('Content-Type') ?? '')
      headers.set('Content-Length', String(body.byteLength))
    }
    const request = new Request(`http://${host}${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      redirect: 'manual',
      ...(body ? { body } : {}),
    })
    const answer = await app.frontDoor(request, '203.0.113.7', renderer.shows({ file }))
    return { status: answer.status, html: await answer.text() }
  }
  const posts = (fields: Record<string, string>, files: readonly Uint8Array[]) =>
    shows('/staff/content/picture', 'form/brand-picture.astro', formOf(fields, files))

  test('without script puts a picture, or says beside the field why not, with what was typed', async () => {
    const typed = { act: 'add', brand: 'wivesnow', ...words }
    const refused = await posts(typed, [Buffer.from('no picture')])
    expect(refused.status).toBe(422)
    expect(refused.html).toMatch(/id="new-picture-picture-error"[^>]*>[^<]*not a photo/)
    expect(refused.html).toMatch(/value="A table under a tree"/)
    expect(refused.html).toMatch(/<option value="wivesnow" selected/)
    const tooLarge = await posts(typed, [Buffer.alloc(20 * 1024 * 1024)])
    expect(tooLarge.status).toBe(422)
    expect(tooLarge.html).toMatch(/id="new-picture-picture-error"[^>]*>[^<]*up to 8 MB/)
    expect((await posts(typed, [await aPhoto()])).status).toBe(303)
    const { id, src } = await only()
    const { html } = await shows(
      `/staff/content/pictures?done=added&change=${id}`,
      'staff/content/pictures.astro',
    )
    expect(html).toContain('There it is.')
    expect(html).toContain(`src="${src}" alt="A table under a tree"`)
    expect(html).toMatch(/Change Autumn/)
    expect((await posts({ act: 'remove', id: `${id}` }, [])).status).toBe(303)
    expect(await listed()).toEqual([])
  })

  test('shows an editor the pictures and their numbers, and no form', async () => {
    await puts()
    const { id, src } = await only()
    const edna = await worksAs(app, 'Edna', { brand: 'wivesnow', roles: ['editor'] })
    const { status, html } = await shows(
      `/staff/content/pictures?change=${id}`,
      'staff/content/pictures.astro',
      undefined,
      edna,
    )
    expect(status).toBe(200)
    expect(html).toContain(`src="${src}"`)
    expect(html).toContain(`Number ${id}, `)
    expect(html).not.toContain('/staff/content/picture"')
  })
})
