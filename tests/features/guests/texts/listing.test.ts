import { describe, expect, test } from 'vitest'
import { createApp } from '#app.server.ts'
import { readText } from '#guests/texts/editor/text-form.ts'
import { previewLinks, renderText } from '#guests/texts/previews/preview.contract.ts'
import { loadPublishedTexts, textsJob } from '#guests/texts/publishing/published-texts.server.ts'
import { listTexts } from '#guests/texts/texts.contract.ts'
import { startJobs } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { app } from '#tests/support/app.ts'
import { aMail, mailsTo } from '#tests/support/mail.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'
import { changesSite, saves, editsText, people, refusal, textAt, withWriters } from './text-cast.ts'

/** The words by which a brand is found and shared: its folder's, until others are published. */

withWriters()
withRenderer()

const PATH = 'brand/wivesnow/listing.md'
const brand = brandById('wivesnow') as Brand
const words = {
  tagline: 'Evenings with somebody new',
  seoTitle: 'WivesNow: meet somebody tonight',
  seoDescription: 'Grown-up people near you who say what they look for.',
  seoKeywords: 'evenings, grown-ups',
  shareTitle: 'Somebody sent you WivesNow',
  shareLine: 'Have a look; it costs nothing.',
}
type Words = Partial<Record<keyof typeof words, string>>
const fieldsOf = (given: Words) =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [`matter-${key}`, value]))

const save = (given: Words, { by = people.eve, basis = null as number | null, path = PATH } = {}) =>
  saves({ path, basis, ...fieldsOf(given) }, by)
const publish = (revision: number, by = people.frank) =>
  changesSite({ act: 'publish', revision }, by)
const goesBack = () => changesSite({ act: 'shipped', path: PATH })
const written = () => textAt(PATH)

async function parametersOf(id = 'wivesnow', product = app.visitor(id)) {
  const answer = await product.request('/site/getParameters?isNuxt=1')
  const { seoTitle, seoDescription, seoKeywords } = (await answer.json()) as Record<string, string>
  return { seoTitle, seoDescription, seoKeywords }
}
const inFolder = {
  seoTitle: brand.seo.title,
  seoDescription: brand.seo.description,
  seoKeywords: brand.seo.keywords,
}

/** A guest's page as the front door answers with it: its HTML, and what its head says. */
async function opens(url: string, file = 'brand/[site]/index.astro', params = {}) {
  const answer = await app.frontDoor(
    new Request(url, { headers: { Host: new URL(url).host } }),
    '203.0.113.7',
    renderer.shows({ file, params: { site: 'wivesnow', ...params } }),
  )
  const html = await answer.text()
  const head = Object.fromEntries(
    Array.from(
      html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g),
      ([, name, content]) => [name, content],
    ),
  ) as Record<string, string>
  return { html, head, title: /<title>([^<]*)</.exec(html)?.[1] }
}
const landing = (id = 'wivesnow') => opens(`http://www.${id}.localhost:4321/`)
const footOf = (html: string) => /<p class="site-footer-line"[^>]*>([\s\S]*?)<\/p>/.exec(html)?.[1]

describe('published words', () => {
  test('are what the head of the landing, the foot of pages and the parameters say, of that brand alone', async () => {
    const revision = await save(words)
    expect(await parametersOf()).toEqual(inFolder)
    await publish(revision)
    const { seoTitle, seoDescription, seoKeywords } = words
    expect(await parametersOf()).toEqual({ seoTitle, seoDescription, seoKeywords })
    const { html, head, title } = await landing()
    expect(title).toBe(words.seoTitle)
    expect(head).toMatchObject({
      description: words.seoDescription,
      keywords: words.seoKeywords,
      'og:title': words.shareTitle,
      'og:description': words.shareLine,
      // The picture was drawn before.
      'og:image:alt': `WivesNow: ${brand.copy.tagline}`,
    })
    expect(html).toContain(`"description":"${words.seoDescription}"`)
    expect(footOf(html)).toContain(words.tagline)
    const other = brandById('adultcrush') as Brand
    expect((await parametersOf('adultcrush')).seoTitle).toBe(other.seo.title)
    expect(footOf((await landing('adultcrush')).html)).toContain(other.copy.tagline)
  })

  test('are below the title of its other pages where those are shared', async () => {
    await publish(await save(words))
    const { title, head } = await opens(
      'http://www.wivesnow.localhost:4321/site/terms',
      'brand/[site]/site/[name].astro',
      { name: 'terms' },
    )
    expect(title).toMatch(/^Terms/)
    expect(head['og:title']).toBe(title)
    expect(head['og:description']).toMatch(new RegExp(`^Terms[^.]*\\. ${words.shareLine}$`))
    expect(head['description']).toContain(words.seoDescription)
  })

  test('stand in texts that say the tagline, and in mails', async () => {
    const { library } = app.services.texts
    const about = { path: 'legal/wivesnow/about.md', text: '' }
    about.text =
      '---\ntitle: About\nversion: 2026-11-27\nchanges: New.\nreview: 2026-11-02\n---\n\n{{name}}: {{tagline}}\n'
    app.services.texts.publish([about])
    expect(library().legal('about', brand).html).toContain(brand.copy.tagline)
    await publish(await save(words))
    app.services.texts.publish([about, { path: PATH, text: (await written()).writing?.text ?? '' }])
    expect(library().legal('about', brand).html).toBe(`<p>WivesNow: ${words.tagline}</p>\n`)
    const to = 'hugo@example.org'
    await app.transaction((trx) => app.services.queueMail(trx, aMail({ brand, to })))
    const [mail] = await mailsTo(app, to)
    expect(mail?.html).toContain(words.tagline)
  })

  test('reach another process at once, and one that starts later', async () => {
    const { settings, database, clock, log } = app.services
    const running = await createApp({ settings, database, clock, log })
    const jobs = startJobs(running.services, [{ ...textsJob, period: HOUR }])
    await loadPublishedTexts(running.services)
    await publish(await save(words))
    const titleIn = (one: typeof running) =>
      one.services.texts.library().asPublished(brand).seo.title
    await expect.poll(() => titleIn(running)).toBe(words.seoTitle)
    expect(titleIn(await createApp({ settings, database, clock, log }))).toBe(words.seoTitle)
    await jobs.stop()
  })

  test('give way to those of its folder when they are taken back, and can be published again', async () => {
    const revision = await save(words)
    await publish(revision)
    expect(await written()).toMatchObject({
      title: 'Tagline, search engines and sharing',
      shown: 'published',
      isShipped: true,
      compared: { against: 'otherwise' },
    })
    await goesBack()
    expect(await parametersOf()).toEqual(inFolder)
    expect((await landing()).head['og:title']).toBe(brand.seo.title)
    await changesSite({ act: 'restore', revision })
    expect((await parametersOf()).seoTitle).toBe(words.seoTitle)
  })

  test('are not taken away altogether, since no brand is without any', async () => {
    await publish(await save(words))
    const error = await refusal(changesSite({ act: 'remove', path: PATH }))
    expect([error.code, error.message]).toEqual([
      'invalid',
      expect.stringContaining('WivesNow has no such text'),
    ])
    expect((await parametersOf()).seoTitle).toBe(words.seoTitle)
  })

  test('left empty are its folder’s, and where it is shared those of search engines', async () => {
    await publish(
      await save({ ...words, seoTitle: '  ', tagline: '', shareTitle: '', shareLine: '' }),
    )
    expect(await parametersOf()).toEqual({
      seoTitle: brand.seo.title,
      seoDescription: words.seoDescription,
      seoKeywords: words.seoKeywords,
    })
    const { html, head } = await landing()
    expect(head).toMatchObject({
      'og:title': brand.seo.title,
      'og:description': words.seoDescription,
    })
    expect(footOf(html)).toContain(brand.copy.tagline)
    await publish(await save({}, { basis: (await written()).writing?.basis ?? null }))
    expect(await parametersOf()).toEqual(inFolder)
  })
})

describe('a draft', () => {
  test('begins with what the brand’s folder says', async () => {
    const { writing, shown } = await written()
    expect([shown, writing?.basis, writing?.isCopy]).toEqual(['shipped', null, false])
    expect(writing?.values).toMatchObject({
      'matter-tagline': brand.copy.tagline,
      'matter-seoTitle': brand.seo.title,
      'matter-seoDescription': brand.seo.description,
      'matter-seoKeywords': brand.seo.keywords,
    })
    const { texts } = await people.eve.calls(listTexts, {
      query: { kind: 'brand', site: 'wivesnow' },
    })
    expect(texts.map(({ path, brands }) => [path, brands])).toEqual([[PATH, ['wivesnow']]])
  })

  const limits = [
    ['tagline', 80],
    ['seoTitle', 70],
    ['seoDescription', 160],
    ['seoKeywords', 200],
    ['shareTitle', 90],
    ['shareLine', 200],
  ] as const
  test.each(limits)('takes a %s of %i characters, and none more', async (key, most) => {
    const { errors } = await refusal(save({ ...words, [key]: 'é'.repeat(most + 1) }))
    expect(errors).toEqual([
      { field: `matter-${key}`, message: `Please use at most ${most} characters.` },
    ])
    expect((await written()).draft).toBeNull()
    expect(await save({ ...words, [key]: 'é'.repeat(most) })).toBeGreaterThan(0)
  })

  test.each([
    ['HTML', 'Meet <b>somebody</b>'],
    ['a script', '</title><script>alert(1)</script>'],
    ['Markdown', 'Meet **somebody**'],
    ['a link', 'Meet [somebody](/help)'],
    ['a placeholder', '{{name}}, tonight'],
  ])('with %s is refused beside its field', async (_, seoTitle) => {
    const { code, errors } = await refusal(save({ ...words, seoTitle }))
    expect([code, errors]).toEqual([
      'invalid',
      [{ field: 'matter-seoTitle', message: expect.stringMatching(/^Please use plain words/) }],
    ])
  })

  test('has one line of what came with breaks, and none of what turns words around', async () => {
    await save({ ...words, seoDescription: 'One.\r\n\r\nTwo.\t Three.' })
    expect((await written()).writing?.values['matter-seoDescription']).toBe('One. Two. Three.')
    const basis = (await written()).writing?.basis ?? null
    for (const sign of ['\u202e', '\u0007']) {
      const { errors } = await refusal(save({ ...words, tagline: `a${sign}b` }, { basis }))
      expect(errors).toEqual([
        { field: 'matter-tagline', message: 'Please write this in one line.' },
      ])
    }
    const text = '---\nseoTitle: "One.\\nTwo."\n---\n'
    const { errors } = await refusal(editsText({ act: 'save', path: PATH, basis, text }))
    expect(errors).toEqual([
      { field: `${PATH}:2`, message: 'seoTitle: Please write this in one line.' },
    ])
  })

  test.each([
    ['a brand that there is not', 'brand/nobrand/listing.md', /there is no brand nobrand/],
    ['all brands', 'brand/all/listing.md', /there are none for all/],
    ['other words', 'brand/wivesnow/words.md', /the words of a brand are at/],
  ])('of %s is refused', async (_, path, message) => {
    const { code, message: said } = await refusal(save(words, { path }))
    expect([code, said]).toEqual(['invalid', expect.stringMatching(message)])
  })

  test('with a field that there is not is refused', async () => {
    const text = '---\nseoTitle: One\nseoRobots: none\n---\n'
    const { errors } = await refusal(editsText({ act: 'save', path: PATH, basis: null, text }))
    expect(errors).toEqual([{ field: `${PATH}:3`, message: 'seoRobots is no field of this text' }])
  })

  test('of two editors goes to the first, and the second hears of whom', async () => {
    await save({ ...words, tagline: 'Of Frank' }, { by: people.frank })
    const { code, message } = await refusal(save(words))
    expect([code, message]).toEqual(['conflict', expect.stringMatching(/^Frank changed this text/)])
    expect((await written()).writing?.values['matter-tagline']).toBe('Of Frank')
  })

  test('that two publish at the same moment is published once', async () => {
    const revision = await save(words)
    const both = await Promise.allSettled([
      publish(revision, people.frank),
      publish(revision, people.grace),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    })
    expect((await written()).revisions.map(({ state }) => state)).toEqual(['live'])
    expect((await parametersOf()).seoTitle).toBe(words.seoTitle)
  })

  test('is published by nobody who wrote it, and seen by no member', async () => {
    const revision = await save(words)
    expect((await refusal(publish(revision, people.eve))).code).toBe('forbidden')
    expect((await refusal(publish(revision, people.alice))).code).toBe('notFound')
    expect((await refusal(save(words, { by: people.alice }))).code).toBe('notFound')
    expect(await parametersOf()).toEqual(inFolder)
  })

  test('is shown while it is typed as search engines and others will show it', async () => {
    const shows = (given: Words) =>
      people.eve.calls(renderText, { body: { path: PATH, brand: 'wivesnow', ...fieldsOf(given) } })
    expect(await shows(words)).toMatchObject({
      title: words.seoTitle,
      listing: {
        address: brand.domain,
        description: words.seoDescription,
        shareTitle: words.shareTitle,
        shareLine: words.shareLine,
        keywords: words.seoKeywords,
        tagline: words.tagline,
      },
    })
    expect(await shows({ seoTitle: 'Only this' })).toMatchObject({
      title: 'Only this',
      listing: {
        description: brand.seo.description,
        shareTitle: 'Only this',
        shareLine: brand.seo.description,
        tagline: brand.copy.tagline,
      },
    })
    expect(await parametersOf()).toEqual(inFolder)
  })

  test('is on the landing of its brand for whoever has the link', async () => {
    const revision = await save(words)
    const { links } = await people.eve.calls(previewLinks, { query: { revision } })
    expect(links.map(({ site }) => site)).toEqual(['wivesnow'])
    const { title, html } = await opens(links[0]?.url ?? '')
    expect([title, footOf(html)]).toEqual([words.seoTitle, expect.stringContaining(words.tagline)])
    expect((await landing()).title).toBe(brand.seo.title)
  })
})

test('the editor has a field for each, says how much of it others show, and none that fills in words', async () => {
  await save({ ...words, seoTitle: 'x'.repeat(65) })
  const headers = {
    Host: people.eve.host,
    Cookie: `session=${people.eve.cookies.get('session')}`,
  }
  const url = `http://${people.eve.host}/staff/content/edit?path=${encodeURIComponent(PATH)}`
  const answer = await app.frontDoor(
    new Request(url, { headers }),
    '203.0.113.7',
    renderer.shows({ file: 'staff/content/edit.astro' }),
  )
  const html = await answer.text()
  for (const name of Object.keys(fieldsOf(words))) expect(html).toContain(`name="${name}"`)
  expect(html).toMatch(/<h1[^>]*>Tagline, search engines and sharing<\/h1>/)
  expect(html).toContain('At most 70 characters.')
  expect(html).not.toContain('name="body"')
  expect(html).not.toContain('Words and parts that a brand fills in')
})

test('a text has what was typed, and no more', async () => {
  await save(words)
  const { text } = (await written()).writing ?? { text: '' }
  expect(readText(text)).toEqual({ ...fieldsOf(words), body: '' })
})
