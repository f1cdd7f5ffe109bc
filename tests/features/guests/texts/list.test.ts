import { expect, test } from 'vitest'
import { listTexts } from '#guests/texts/texts.contract.ts'
import { brands } from '#sites/registry.ts'
import { app } from '#tests/support/app.ts'
import { changesSite, saves, editsText, people, withWriters } from './text-cast.ts'

/** Any text is found by a word in it, by where it stands, and by what is to be done with it. */

withWriters()

const QUESTION = 'help/all/is-it-new.md'
const question = (body: string) =>
  `---\ntitle: Is it new?\ncategory: joining\norder: 1\n---\n\n${body}\n`

type Query = Parameters<typeof list>[0]
const list = async (query: {
  find?: string
  kind?: 'legal' | 'help' | 'promo' | ''
  site?: string
  state?: 'shipped' | 'changed' | 'draft' | 'asked' | ''
}) => (await people.eve.calls(listTexts, { query })).texts
const paths = async (query: Query) => (await list(query)).map(({ path }) => path)
const save = (body: string, basis: number | null = null) =>
  saves({ path: QUESTION, text: question(body), basis })
const publish = (revision: number) => changesSite({ act: 'publish', revision })

test('all texts are listed, with the page and the brands that each stands on', async () => {
  const texts = await list({})
  expect(texts.length).toBeGreaterThanOrEqual(app.services.texts.sources().length)
  const terms = texts.find(({ path }) => path === 'legal/all/terms.md')
  expect(terms).toMatchObject({ address: '/site/terms', brands: brands.map(({ id }) => id) })
  const about = texts.find(({ path }) => path === 'legal/all/about.md')
  expect(about?.brands).not.toContain('wivesnow')
  expect(texts.find(({ path }) => path === 'legal/wivesnow/about.md')?.brands).toEqual(['wivesnow'])
  const credits = brands.filter(({ billing }) => billing.model === 'credits').map(({ id }) => id)
  const welcome = texts.find(({ path }) => path === 'help/all/credits.md')
  expect(welcome?.brands).toEqual(credits)
})

test('words are looked for in title, text and draft, in any order and case', async () => {
  expect(await paths({ find: 'JOIN who' })).toContain('help/all/who-can-join.md')
  const [found] = (await list({ find: 'custodian records' })).filter(
    ({ path }) => path === 'legal/all/2257Notice.md',
  )
  expect(found?.excerpt).toMatch(/custodian/i)
  expect(await paths({ find: 'xylophone' })).toEqual([])
  await save('A xylophone is welcome.')
  expect(await list({ find: 'xylophone' })).toMatchObject([
    { path: QUESTION, excerpt: expect.stringContaining('A xylophone is welcome.') },
  ])
  expect(await paths({ find: '.* %' })).toEqual([])
  expect((await list({ find: '   ' })).length).toBe((await list({})).length)
})

test('kind and brand narrow the list; a brand has those for all that it shows', async () => {
  const legal = await list({ kind: 'legal', site: 'wivesnow' })
  expect(legal.every(({ kind }) => kind === 'legal')).toBe(true)
  const found = legal.map(({ path }) => path)
  expect(found).toEqual(expect.arrayContaining(['legal/all/terms.md', 'legal/wivesnow/about.md']))
  expect(found).not.toContain('legal/all/about.md')
  expect((await list({ site: 'all' })).every(({ site }) => site === 'all')).toBe(true)
})

test('a text is found by its state, from the first draft until it is published', async () => {
  const states = async () =>
    (
      await Promise.all(
        (['shipped', 'changed', 'draft', 'asked'] as const).map(async (state) =>
          (await paths({ state })).includes(QUESTION) ? [state] : [],
        ),
      )
    ).flat()
  const revision = await save('One.')
  expect(await states()).toEqual(['draft'])
  await editsText({ act: 'status', revision, standing: 'review' })
  expect(await states()).toEqual(['draft', 'asked'])
  await publish(revision)
  expect(await states()).toEqual(['changed'])
  await save('Two.', revision)
  expect(await states()).toEqual(['changed', 'draft'])
  expect(await paths({ state: 'shipped' })).toContain('legal/all/terms.md')
})

test('a filter that is none is refused, and so are words without end', async () => {
  const asks = (query: object) =>
    people.eve.request(`/staff/content/texts?${new URLSearchParams({ ...query })}`)
  expect((await asks({ site: 'nobrand' })).status).toBe(404)
  expect((await asks({ kind: 'poem' })).status).toBe(422)
  expect((await asks({ state: '1' })).status).toBe(422)
  expect((await asks({ find: 'x'.repeat(101) })).status).toBe(422)
})
