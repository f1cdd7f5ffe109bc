import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pullTexts } from '#guests/texts/publishing/pull.server.ts'
import { listTexts } from '#guests/texts/texts.contract.ts'
import { MINUTE } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { forgetActs } from '#tests/support/acts.ts'
import { app } from '#tests/support/app.ts'
import { changesSite, saves, editsText, people, textAt, withWriters } from './text-cast.ts'

/** What was written before, and the way back to it. */

withWriters()

const TOS = 'legal/all/tos.md'
const QUESTION = 'help/all/who-can-join.md'
const tos = (body: string) =>
  `---\ntitle: Welcome\nversion: 2026-12-01\nchanges: New words.\nreview: 2026-11-02\n---\n\n${body}\n`

const history = (path = TOS, revision?: number) => textAt(path, people.eve, revision)
const list = async () => (await people.eve.calls(listTexts, { query: {} })).texts
const restore = (revision: number, by = people.eve) => changesSite({ act: 'restore', revision }, by)
const shipped = (path: string, by = people.eve) => changesSite({ act: 'shipped', path }, by)
const remove = (path: string) => changesSite({ act: 'remove', path }, people.eve)
const readies = (revision: number) => editsText({ act: 'status', revision, standing: 'ready' })
const save = (text: string, basis: number | null, path = TOS) => saves({ path, text, basis })
async function publishes(text: string, by = people.frank, path = TOS): Promise<number> {
  const revisions = await history(path).then(
    (known) => known.revisions,
    () => [],
  )
  const revision = await save(
    text,
    revisions.find(({ state }) => state === 'live')?.id ?? null,
    path,
  )
  await readies(revision)
  await changesSite({ act: 'publish', revision }, by)
  return revision
}
const shown = () => app.services.texts.library().legal('tos', brandById('adultcrush') as Brand).html

test('a text that nobody has touched is as the product came with it', async () => {
  expect(await history()).toMatchObject({
    path: TOS,
    kind: 'legal',
    site: 'all',
    shown: 'shipped',
    published: null,
    draft: null,
    isShipped: true,
    revisions: [],
    compared: null,
  })
  expect((await list()).find(({ path }) => path === TOS)).toMatchObject({
    shown: 'shipped',
    isShippedNewer: false,
  })
})

test('the history says who wrote, published and replaced what, and when', async () => {
  const first = await publishes(tos('One.'))
  const then = app.clock.now().toISOString()
  app.clock.advance(MINUTE)
  const second = await publishes(tos('Two.'), people.frank)
  const now = app.clock.now().toISOString()
  const draft = await save(tos('Three.'), second)
  expect((await history()).revisions).toEqual([
    {
      id: draft,
      state: 'draft',
      takesAway: false,
      written: { by: 'Eve', at: now },
      published: null,
      retired: null,
    },
    {
      id: second,
      state: 'live',
      takesAway: false,
      written: { by: 'Eve', at: now },
      published: { by: 'Frank', at: now },
      retired: null,
    },
    {
      id: first,
      state: 'past',
      takesAway: false,
      written: { by: 'Eve', at: then },
      published: { by: 'Frank', at: then },
      retired: { by: 'Frank', at: now },
    },
  ])
  expect((await list()).find(({ path }) => path === TOS)).toMatchObject({
    title: 'Welcome',
    shown: 'published',
    published: { by: 'Frank', at: now },
    draft: { standing: 'draft', by: 'Eve', at: now },
  })
})

test('the history shows word by word what a draft would change, and what was changed of the product’s own', async () => {
  const live = await publishes(tos('You may stay.'))
  const draft = await save(tos('You must stay.'), live)
  const words = async (revision?: number) => {
    const { compared } = await history(TOS, revision)
    return {
      against: compared?.against,
      changes: compared?.parts.filter(({ change }) => change !== 'none'),
    }
  }
  expect(await words()).toEqual({
    against: 'shown',
    changes: [
      { words: 'may', change: 'removed' },
      { words: 'must', change: 'added' },
    ],
  })
  expect(await words(draft)).toEqual(await words())
  expect((await words(live)).against).toBe('otherwise')
})

test('an earlier one is published again, as a revision of its own', async () => {
  const first = await publishes(tos('One.'))
  await publishes(tos('Two.'))
  await restore(first, people.frank)
  expect(shown()).toBe('<p>One.</p>\n')
  const { revisions } = await history()
  expect(revisions.map(({ state }) => state)).toEqual(['live', 'past', 'past'])
  expect(revisions[0]).toMatchObject({ written: { by: 'Frank' }, published: { by: 'Frank' } })
})

test('rolling back leaves alone what somebody is writing meanwhile', async () => {
  const first = await publishes(tos('One.'))
  const second = await publishes(tos('Two.'))
  const draft = await save(tos('Three.'), second)
  await restore(first)
  expect((await history()).revisions.find(({ id }) => id === draft)?.state).toBe('draft')
})

test('the history goes back to what the product came with, once', async () => {
  const answer = () =>
    app.services.texts
      .library()
      .help(brandById('adultcrush') as Brand)
      .find(({ id }) => id === 'who-can-join')?.html
  const before = answer()
  await publishes(
    '---\ntitle: Who can join?\ncategory: joining\norder: 1\n---\n\nOne.\n',
    people.frank,
    QUESTION,
  )
  expect(answer()).toBe('<p>One.</p>\n')
  await shipped(QUESTION)
  expect(answer()).toBe(before)
  expect(await history(QUESTION)).toMatchObject({ shown: 'shipped', published: null })
  await expect(shipped(QUESTION)).rejects.toMatchObject({ code: 'conflict' })
})

test('a legal text that counsel has read does not give way to one that the product came with unread', async () => {
  expect(app.services.texts.shipped().find(({ path }) => path === TOS)?.text).toContain(
    '\nreview: pending\n',
  )
  await publishes(tos('One.'))
  await forgetActs(app.db)
  await expect(shipped(TOS)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('Publish that one once counsel has read it.'),
  })
  expect(shown()).toBe('<p>One.</p>\n')
  expect(await history()).toMatchObject({ shown: 'published', published: { by: 'Frank' } })
  expect(await app.db.selectFrom('audit_log').select('action').execute()).toEqual([])
})

test('the history brings back what was taken away', async () => {
  const path = 'help/all/who-can-join.md'
  const ids = () =>
    app.services.texts
      .library()
      .help(brandById('adultcrush') as Brand)
      .map(({ id }) => id)
  await remove(path)
  expect(ids()).not.toContain('who-can-join')
  expect(await history(path)).toMatchObject({
    shown: 'nothing',
    revisions: [{ state: 'live', takesAway: true }],
  })
  await shipped(path)
  expect(ids()).toContain('who-can-join')
})

test('the history does not bring back what a newer product cannot read', async () => {
  const first = await publishes(tos('One.'))
  await publishes(tos('Two.'))
  await app.db
    .updateTable('content_revisions')
    .set({ body: tos('{{gone}}') })
    .where('id', '=', first)
    .execute()
  await expect(restore(first)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('nothing is known as {{gone}}'),
  })
  expect(shown()).toBe('<p>Two.</p>\n')
})

test('the history tells of a newer text that the product has come with since', async () => {
  await publishes(tos('One.'))
  await app.db.updateTable('content_revisions').set({ shipped_hash: 'of an older file' }).execute()
  expect(await history()).toMatchObject({ isShippedNewer: true })
})

test('a text of no path, kind or history is none', async () => {
  for (const path of ['legal/all/imprint.md', '../settings.ts', 'help/all/never-written.md']) {
    await expect(history(path)).rejects.toMatchObject({ code: 'notFound' })
  }
  await expect(restore(999_999)).rejects.toMatchObject({ code: 'notFound' })
})

test('the history is staff’s alone', async () => {
  const revision = await publishes(tos('One.'))
  const { alice } = people
  await expect(alice.calls(listTexts, { query: {} })).rejects.toMatchObject({
    code: 'notFound',
  })
  await expect(textAt(TOS, alice)).rejects.toMatchObject({ code: 'notFound' })
  await expect(restore(revision, alice)).rejects.toMatchObject({ code: 'notFound' })
  await expect(shipped(TOS, alice)).rejects.toMatchObject({ code: 'notFound' })
})

test('each way back is written down', async () => {
  const first = await publishes(
    app.services.texts.shipped().find(({ path }) => path === QUESTION)?.text ?? '',
    people.frank,
    QUESTION,
  )
  await forgetActs(app.db)
  await restore(first)
  await shipped(QUESTION)
  const acts = await app.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action'])
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { actor_id: people.eve.id, action: 'content.restore' },
    { actor_id: people.eve.id, action: 'content.shipped' },
  ])
})

test('the same acts are taken from a form without script, and lead back to the text', async () => {
  const revision = await save(tos('One.'), null)
  await readies(revision)
  const answer = await people.frank.visit('/staff/content/publish', {
    method: 'POST',
    headers: {
      Origin: `http://${people.frank.host}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ act: 'publish', revision: String(revision) }),
  })
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    `/staff/content/text?path=${encodeURIComponent(TOS)}`,
  ])
  expect(shown()).toBe('<p>One.</p>\n')
})

describe('the files', () => {
  let directory: string
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'content-')), 'content')
    await mkdir(join(directory, 'legal', 'all'), { recursive: true })
    for (const path of [TOS, 'legal/all/about.md'])
      await writeFile(
        join(directory, path),
        app.services.texts.shipped().find((file) => file.path === path)?.text ?? '',
      )
  })
  afterEach(() => rm(dirname(directory), { recursive: true, force: true }))

  test('are given what is published, and only that', async () => {
    const own = 'legal/wivesnow/tos.md'
    await publishes(tos('For all.'))
    await publishes(tos('Of WivesNow.'), people.frank, own)
    await save(tos('Not yet.'), null, 'legal/all/about.md')
    expect(await pullTexts(app.db, directory)).toEqual([
      { path: TOS, done: 'written' },
      { path: own, done: 'written' },
    ])
    expect([
      await readFile(join(directory, TOS), 'utf8'),
      await readFile(join(directory, own), 'utf8'),
    ]).toEqual([tos('For all.'), tos('Of WivesNow.')])
    expect(await readFile(join(directory, 'legal/all/about.md'), 'utf8')).not.toContain('Not yet.')
    expect((await pullTexts(app.db, directory)).map(({ done }) => done)).toEqual([
      'unchanged',
      'unchanged',
    ])
  })

  test('lose what was taken away', async () => {
    const path = 'help/all/who-can-join.md'
    await mkdir(join(directory, 'help', 'all'), { recursive: true })
    await writeFile(
      join(directory, path),
      app.services.texts.shipped().find((file) => file.path === path)?.text ?? '',
    )
    await remove(path)
    expect(await pullTexts(app.db, directory)).toEqual([{ path, done: 'deleted' }])
    expect(await readdir(join(directory, 'help', 'all'))).toEqual([])
  })

  test('are not touched outside of their folder, nor given what no page could read', async () => {
    const live = await publishes(tos('One.'))
    const outside = join(directory, '..', 'outside.md')
    await writeFile(outside, 'not ours')
    for (const change of [
      { path: '../outside.md' },
      { path: '../outside.md', body: null },
      { path: TOS, body: tos('{{gone}}') },
    ]) {
      await app.db.updateTable('content_revisions').set(change).where('id', '=', live).execute()
      expect((await pullTexts(app.db, directory)).map(({ done }) => done)).toEqual(['refused'])
    }
    expect(await readFile(outside, 'utf8')).toBe('not ours')
  })

  test('that the product has come with by now are told apart', async () => {
    const path = 'help/all/who-can-join.md'
    await publishes(
      app.services.texts.shipped().find((file) => file.path === path)?.text ?? '',
      people.frank,
      path,
    )
    expect(await history(path)).toMatchObject({ isShippedSame: true, isShippedNewer: false })
  })
})
