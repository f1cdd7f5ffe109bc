import { describe, expect, test } from 'vitest'
import type { CallError } from '#api/client.ts'
import { createApp } from '#app.server.ts'
import type { PageLocals, Render } from '#front-door/visit.server.ts'
import { helpIndex } from '#guests/help/help.contract.ts'
import { readText } from '#guests/texts/editor/text-form.ts'
import { MAX_CHARACTERS } from '#guests/texts/history/revisions.ts'
import { loadPublishedTexts, textsJob } from '#guests/texts/publishing/published-texts.server.ts'
import { listTexts } from '#guests/texts/texts.contract.ts'
import { startJobs } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { app, type Visitor } from '#tests/support/app.ts'
import { type CastMember, joins, worksAs } from '#tests/support/cast.ts'
import { changesSite, editsText, people, refusal, saves, textAt, withWriters } from './text-cast.ts'

/** What marketers write, from the first word until guests read it. */

withWriters()

const TERMS = 'legal/all/terms.md'
const OWN_TERMS = 'legal/wivesnow/terms.md'
const terms = (body: string, more = '') =>
  `---\ntitle: Terms of use\nversion: 2026-11-27\nchanges: New words.\nreview: 2026-11-02\n${more}---\n\n${body}\n`
/** In force from another day: members accept it once more. */
const news = (body: string) => terms(body).replace('2026-11-27', '2026-12-31')
const question = (title: string) =>
  `---\ntitle: ${title}\ncategory: joining\norder: 1\n---\n\nSo.\n`

const written = (path = TERMS, visitor: Visitor = people.eve) => textAt(path, visitor)
const drafts = async () => (await people.eve.calls(listTexts, { query: { state: 'draft' } })).texts
const save = (
  path: string,
  text: string,
  { by = people.eve, basis = null as number | null } = {},
) => saves({ path, text, basis }, by)
const stands = (
  revision: number,
  standing: 'draft' | 'review' | 'ready',
  by: Visitor = people.eve,
) => editsText({ act: 'status', revision, standing }, by)
const publishOnly = (revision: number, by: Visitor = people.frank) =>
  changesSite({ act: 'publish', revision }, by)
async function publish(revision: number, by: Visitor = people.frank) {
  await stands(revision, 'ready')
  return publishOnly(revision, by)
}
const remove = (path: string, by: Visitor = people.eve) => changesSite({ act: 'remove', path }, by)
const discard = (revision: number, by: Visitor = people.eve) =>
  editsText({ act: 'discard', revision }, by)

const onBrand = (id: string, texts = app.services.texts) =>
  texts.library().legal('terms', brandById(id) as Brand).html

describe('a draft', () => {
  test('is seen by nobody until it is published, and then at once', async () => {
    const revision = await save(TERMS, terms('Be kind.'))
    expect(onBrand('adultcrush')).not.toContain('Be kind.')
    expect(await publish(revision)).toEqual({
      next: '/staff/content/text?path=legal%2Fall%2Fterms.md',
    })
    expect(onBrand('adultcrush')).toBe('<p>Be kind.</p>\n')
  })

  test('of one brand shows on that brand alone', async () => {
    const before = onBrand('adultcrush')
    await publish(await save(OWN_TERMS, terms('Of WivesNow.')))
    expect(onBrand('wivesnow')).toBe('<p>Of WivesNow.</p>\n')
    expect(onBrand('adultcrush')).toBe(before)
  })

  test('begins, on a brand that has none of its own, with the text of all', async () => {
    const shared = app.services.texts.shipped().find(({ path }) => path === TERMS)
    expect((await written(OWN_TERMS)).writing).toMatchObject({
      text: shared?.text,
      basis: null,
      isCopy: true,
    })
    const own = await save(OWN_TERMS, terms('Of WivesNow.'))
    await publish(own)
    expect((await written(OWN_TERMS)).writing).toMatchObject({
      text: terms('Of WivesNow.'),
      basis: own,
      isCopy: false,
    })
  })

  test('is found again by colleagues, with who wrote it and how far it has come', async () => {
    const revision = await save(TERMS, terms('Be kind.'))
    await stands(revision, 'review', people.frank)
    expect(await written(TERMS, people.frank)).toMatchObject({
      writing: { text: terms('Be kind.'), basis: revision, isCopy: false },
      draft: { standing: 'review', by: 'Eve', at: app.clock.now().toISOString() },
    })
  })

  test('is kept without the mark with which some editors begin a file', async () => {
    await save(TERMS, `\uFEFF${terms('Be kind.')}`)
    expect((await written()).writing?.text).toBe(terms('Be kind.'))
  })

  test('that is written on after it was called ready is a draft again', async () => {
    const first = await save(TERMS, terms('Be kind.'))
    await stands(first, 'ready')
    await save(TERMS, terms('Be kinder.'), { basis: first })
    expect(await written()).toMatchObject({
      writing: { text: terms('Be kinder.') },
      draft: { standing: 'draft' },
    })
  })

  test('is put away, and another one begun', async () => {
    const revision = await save(TERMS, terms('Be kind.'))
    await discard(revision)
    expect(await drafts()).toEqual([])
    expect((await refusal(publish(revision))).code).toBe('conflict')
    await save(TERMS, terms('Be kinder.'))
  })
})

describe('refuses, with file, line and words,', () => {
  test.each([
    ['an unknown field', TERMS, terms('x', 'author: me\n'), `${TERMS}:6`, /author is no field/],
    [
      'an unknown placeholder',
      TERMS,
      terms('Ask {{compnayName}}.'),
      `${TERMS}:8`,
      /nothing is known as \{\{compnayName\}\}/,
    ],
    [
      'a placeholder that says nothing on a brand',
      TERMS,
      terms('Costs {{messagePrice}}.'),
      `${TERMS}:8`,
      /says nothing on/,
    ],
    [
      'a part without an end',
      TERMS,
      terms('::: credits\nCosts.'),
      `${TERMS}:8`,
      /no ::: at its end/,
    ],
    [
      'a brand that is none',
      'legal/nobrand/terms.md',
      terms('x'),
      'legal/nobrand/terms.md:1',
      /no brand nobrand/,
    ],
    [
      'a way out of the folder',
      'legal/../../settings.md',
      terms('x'),
      'legal/../../settings.md:1',
      /texts lie at/,
    ],
    [
      'a way up instead of a brand',
      'legal/../terms.md',
      terms('x'),
      'legal/../terms.md:1',
      /no brand \.\./,
    ],
    ['a path from the root', '/etc/passwd', terms('x'), '/etc/passwd:1', /texts lie at/],
    [
      'a file that is no text',
      'help/all/how.astro',
      question('How?'),
      'help/all/how.astro:1',
      /texts lie at/,
    ],
    [
      'a name that is none',
      'help/all/how to.md',
      question('How?'),
      'help/all/how to.md:1',
      /letters, digits and dashes/,
    ],
  ])('%s', async (_, path, text, field, words) => {
    const error = await refusal(save(path, text))
    expect(error.code).toBe('invalid')
    expect(error.errors[0]).toEqual({ field, message: expect.stringMatching(words) })
    expect(error.message).toMatch(words)
    expect(await drafts()).toEqual([])
  })

  test('a text that nobody would read to its end', async () => {
    const error = await refusal(save(TERMS, terms('x'.repeat(MAX_CHARACTERS))))
    expect(error.errors).toEqual([{ field: 'text', message: 'This is longer than anybody reads.' }])
  })

  test('and keeps the draft that was there', async () => {
    const revision = await save(TERMS, terms('Be kind.'))
    await refusal(save(TERMS, terms('{{nothing}}'), { basis: revision }))
    expect((await written()).writing).toMatchObject({ basis: revision, text: terms('Be kind.') })
  })
})

describe('is published', () => {
  const OWN = 'You wrote some of this, so somebody else publishes it.'

  test('by somebody who wrote none of it since the last publication, whatever roles they have', async () => {
    const first = await save('help/all/is-it-new.md', question('Is it new?'))
    expect((await refusal(publishOnly(first, people.eve))).message).toBe(OWN)
    const second = await save('help/all/is-it-new.md', question('Is it really new?'), {
      by: people.frank,
      basis: first,
    })
    for (const author of [people.frank, people.eve])
      expect((await refusal(publishOnly(second, author))).message).toBe(OWN)
    const gina = await worksAs(app, 'Gina', { brand: 'wivesnow' })
    await publishOnly(second, gina)
    // What was written before that is no part of the next one.
    const third = await save('help/all/is-it-new.md', question('Is it quite new?'), {
      by: gina,
      basis: second,
    })
    await publishOnly(third, people.eve)
    const own = await save('help/all/is-it-old.md', question('Is it old?'))
    await discard(own)
    await expect(changesSite({ act: 'restore', revision: own }, people.eve)).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  test('a legal text, once it is ready and says when counsel read it', async () => {
    const pending = await save(TERMS, terms('Be kind.').replace('2026-11-02', 'pending'))
    await stands(pending, 'ready')
    expect(await refusal(publishOnly(pending))).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/once counsel has read it/),
    })
    const read = await save(TERMS, terms('Be kind.'), { basis: pending })
    expect(await refusal(publishOnly(read))).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/marked as ready/),
    })
    await stands(read, 'ready')
    await publishOnly(read)
    expect(onBrand('adultcrush')).toBe('<p>Be kind.</p>\n')
  })

  test('after it was said how many members will be asked to accept it', async () => {
    const asked = async (path: string) => (await written(path, people.frank)).asked
    await joins(app, { brand: 'wivesnow', username: 'Asked' })
    await save('legal/all/tos.md', terms('Welcome.'))
    expect(await asked('legal/all/tos.md')).toEqual({ members: 0, brands: 0 })
    await save(OWN_TERMS, news('Of WivesNow.'))
    expect(await asked(OWN_TERMS)).toEqual({ members: 1, brands: 1 })
    // Alice as well, on AdultCrush; nobody of staff.
    await save(TERMS, news('Of all.'))
    expect((await asked(TERMS))?.members).toBe(2)
    await app.db
      .updateTable('accounts')
      .set({ banned_at: app.clock.now() })
      .where('username', '=', 'Asked')
      .execute()
    expect((await asked(TERMS))?.members).toBe(1)
  })
})

describe('two at once', () => {
  test('who saves second is told who was first, and loses nothing of either', async () => {
    const results = await Promise.allSettled([
      save(TERMS, terms('Of Eve.')),
      save(TERMS, terms('Of Frank.'), { by: people.frank }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const waiting = await drafts()
    const refused = results.find((one) => one.status === 'rejected')?.reason as CallError
    expect(waiting).toHaveLength(1)
    expect(refused).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`${waiting[0]?.draft?.by} changed this text`),
    })
  })

  test('a draft is published once, whoever presses first', async () => {
    const revision = await save(TERMS, terms('Be kind.'))
    const results = await Promise.allSettled([publish(revision), publish(revision, people.frank)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await acts()).toHaveLength(1)
  })

  test('what was published meanwhile is not written over unseen', async () => {
    const stale = await written()
    await publish(await save(TERMS, terms('First.')))
    const basis = stale.writing?.basis ?? null
    expect((await refusal(save(TERMS, terms('Second.'), { basis }))).code).toBe('conflict')
    const now = (await written()).writing?.basis ?? null
    await publish(await save(TERMS, terms('Second.'), { basis: now }))
    expect(onBrand('adultcrush')).toBe('<p>Second.</p>\n')
  })

  test('a draft that somebody has gone on with is not published as it was', async () => {
    const seen = await save(TERMS, terms('Seen.'))
    await save(TERMS, terms('Changed since.'), { by: people.frank, basis: seen })
    expect((await refusal(publish(seen))).code).toBe('conflict')
    expect(onBrand('adultcrush')).not.toContain('Seen.')
  })

  test('different texts published at the same moment both show', async () => {
    const ids = [await save(TERMS, terms('Of all.')), await save(OWN_TERMS, terms('Of WivesNow.'))]
    await Promise.all(ids.map((id) => publish(id)))
    expect([onBrand('adultcrush'), onBrand('wivesnow')]).toEqual([
      '<p>Of all.</p>\n',
      '<p>Of WivesNow.</p>\n',
    ])
  })
})

describe('a question of the help page', () => {
  const ids = async (brand: string) => {
    const { categories } = await app.visitor(brand).calls(helpIndex, { query: {} })
    return categories.flatMap(({ questions }) => questions.map(({ id }) => id))
  }

  test('is new on every brand, or on one', async () => {
    await publish(await save('help/all/is-it-new.md', question('Is it new?')))
    await publish(await save('help/wivesnow/is-it-ours.md', question('Is it ours?')))
    expect(await ids('wivesnow')).toEqual(expect.arrayContaining(['is-it-new', 'is-it-ours']))
    expect(await ids('adultcrush')).toContain('is-it-new')
    expect(await ids('adultcrush')).not.toContain('is-it-ours')
  })

  test('is taken away, whether the product came with it or not', async () => {
    await publish(await save('help/all/is-it-new.md', question('Is it new?')))
    await remove('help/all/is-it-new.md')
    await remove('help/all/who-can-join.md')
    const left = await ids('adultcrush')
    expect(left).not.toContain('is-it-new')
    expect(left).not.toContain('who-can-join')
    expect((await refusal(remove('help/all/who-can-join.md'))).code).toBe('notFound')
  })
})

test('a text that every brand needs is not taken away', async () => {
  const error = await refusal(remove(TERMS))
  expect(error.code).toBe('invalid')
  expect(error.message).toContain('AdultCrush has no such text')
  expect(onBrand('adultcrush')).toContain('Who may join')
})

test('a brand’s own legal text is taken away for the one of all once counsel has read that, too', async () => {
  await publish(await save(OWN_TERMS, terms('Of WivesNow.')))
  expect(await refusal(remove(OWN_TERMS))).toMatchObject({
    code: 'forbidden',
    message: expect.stringMatching(/^Counsel has read the text that sites show/),
  })
  expect(onBrand('wivesnow')).toBe('<p>Of WivesNow.</p>\n')
  await publish(await save(TERMS, terms('Of all.')))
  await remove(OWN_TERMS)
  expect(onBrand('wivesnow')).toBe('<p>Of all.</p>\n')
})

describe('another process', () => {
  test('shows what this one publishes, at once and when it starts', async () => {
    const { settings, database, clock, log } = app.services
    const running = await createApp({ settings, database, clock, log })
    const jobs = startJobs(running.services, [{ ...textsJob, period: HOUR }])
    // After its first run.
    await loadPublishedTexts(running.services)
    await publish(await save(TERMS, terms('Everywhere.')))
    await expect
      .poll(() => onBrand('adultcrush', running.services.texts))
      .toBe('<p>Everywhere.</p>\n')
    const started = await createApp({ settings, database, clock, log })
    expect(onBrand('adultcrush', started.services.texts)).toBe('<p>Everywhere.</p>\n')
    await jobs.stop()
  })

  test('leaves out and logs what a newer product cannot read any more, and keeps the rest', async () => {
    const { settings, database, clock, log, db } = app.services
    await publish(await save(TERMS, terms('Good.')))
    await publish(await save('legal/all/tos.md', terms('Was good once.')))
    await db
      .updateTable('content_revisions')
      .set({ body: terms('{{gone}}') })
      .where('path', '=', 'legal/all/tos.md')
      .execute()
    const started = await createApp({ settings, database, clock, log })
    expect(onBrand('adultcrush', started.services.texts)).toBe('<p>Good.</p>\n')
    expect(
      started.services.texts.library().legal('tos', brandById('adultcrush') as Brand).html,
    ).not.toContain('gone')
    expect(app.logged.join()).toContain('a published text is wrong by now and left out')
    expect(app.logged.join()).toContain('nothing is known as {{gone}}')
  })
})

test('everything of it is staff’s alone, and only once they have given their second factor', async () => {
  const unproven = await joins(app, { brand: 'adultcrush', username: 'Evelyn', staff: true })
  const revision = await save(TERMS, terms('Be kind.'))
  const calls: Array<(visitor: CastMember) => Promise<unknown>> = [
    (visitor) => written(TERMS, visitor),
    (visitor) => save(TERMS, terms('x'), { by: visitor, basis: revision }),
    (visitor) => publishOnly(revision, visitor),
    (visitor) => remove(OWN_TERMS, visitor),
    (visitor) => discard(revision, visitor),
    (visitor) => stands(revision, 'ready', visitor),
  ]
  for (const call of calls) {
    for (const nobody of [people.alice, { ...people.alice, ...app.visitor('adultcrush') }])
      expect((await refusal(call(nobody))).code).toBe('notFound')
    expect((await refusal(call(unproven))).code).toBe('secondFactor')
  }
  expect(await written()).toMatchObject({
    writing: { basis: revision },
    draft: { standing: 'draft' },
  })
})

const acts = () =>
  app.db.selectFrom('audit_log').select(['actor_id', 'action', 'details']).orderBy('id').execute()

test('what shows and who let it is written down, and of what was said nothing', async () => {
  const revision = await save(TERMS, terms('Be kind.'))
  await publish(revision, people.frank)
  await remove('help/all/who-can-join.md')
  expect(await acts()).toEqual([
    { actor_id: people.frank.id, action: 'content.publish', details: { path: TERMS, revision } },
    {
      actor_id: people.eve.id,
      action: 'content.remove',
      details: { path: 'help/all/who-can-join.md', revision: 0 },
    },
  ])
})

test('no page of the editor’s may put styles into itself', async () => {
  const policy = "script-src 'self' 'sha256-a'; style-src 'self' 'sha256-b';"
  const render: Render = async () =>
    new Response('made', {
      headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy },
    })
  for (const visitor of [people.eve, people.alice]) {
    const headers = { Host: visitor.host, Cookie: `session=${visitor.cookies.get('session')}` }
    const answer = await app.frontDoor(
      new Request(`http://${visitor.host}/staff/content/edit`, { headers }),
      '203.0.113.7',
      render,
    )
    expect(answer.headers.get('Content-Security-Policy')).toContain(policy)
    expect(answer.headers.get('Content-Security-Policy')).not.toContain('unsafe')
  }
})

describe('a form', () => {
  type Fields = Record<string, string | string[]>
  type Shown = {
    status: number
    location: string | null
    path: string | null
    formAnswer: PageLocals['formAnswer']
  }

  /**
   * Posts it as a browser without script does; where that leads, or what the form is shown again
   * with.
   */
  async function submit(
    fields: Fields,
    { by = people.eve, to = '/staff/content/text' }: { by?: CastMember; to?: string } = {},
  ): Promise<Shown> {
    const shown: Pick<Shown, 'path' | 'formAnswer'> = { path: null, formAnswer: null }
    const render: Render = async (_, path, locals) => {
      Object.assign(shown, { path, formAnswer: locals.formAnswer })
      return new Response('made', { headers: { 'Content-Type': 'text/html' } })
    }
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
    ).toString()
    const headers = {
      Host: by.host,
      Origin: `http://${by.host}`,
      Cookie: `session=${by.cookies.get('session')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
    }
    const answer = await app.frontDoor(
      new Request(`http://${by.host}${to}`, { method: 'POST', headers, body, redirect: 'manual' }),
      '203.0.113.7',
      render,
    )
    return { status: answer.status, location: answer.headers.get('Location'), ...shown }
  }

  const typed: Fields = {
    act: 'save',
    'matter-title': 'Terms of use',
    'matter-version': '2026-11-27',
    'matter-changes': 'New words.',
    'matter-review': '2026-11-02',
    body: 'Be kind.',
  }
  const asked: Fields = {
    act: 'save',
    path: 'help/all/',
    basis: '',
    name: '',
    'matter-title': 'May I bring my dog?',
    'matter-category': 'safety',
    'matter-order': '3',
    body: 'If it is kind.',
  }
  const errorsOf = ({ formAnswer }: Shown) => formAnswer?.problem.errors
  const theDraft = async (path = TERMS) => {
    const { writing, draft } = await written(path)
    return { ...writing, ...draft }
  }

  test('is saved as the file that its fields make, and leads back to itself', async () => {
    const { status, location } = await submit({
      path: OWN_TERMS,
      basis: '',
      ...typed,
      body: 'Be kind.\r\n\r\nAlways.\r\n',
    })
    const draft = await theDraft(OWN_TERMS)
    expect([status, location]).toEqual([
      303,
      `/staff/content/edit?path=${encodeURIComponent(OWN_TERMS)}&saved=${draft.basis}`,
    ])
    expect(draft).toMatchObject({
      text: terms('Be kind.\n\nAlways.'),
      standing: 'draft',
    })
    const again = await submit({ path: OWN_TERMS, basis: String(draft.basis), ...typed })
    expect([again.status, (await theDraft(OWN_TERMS)).text]).toEqual([303, terms('Be kind.')])
  })

  test('that is refused has everything that was typed, and says beside each field what is wrong with it', async () => {
    const wrong = {
      path: TERMS,
      basis: '',
      ...typed,
      'matter-title': 'x'.repeat(81),
      'matter-version': 'soon',
      'matter-changes': '',
      body: ' ',
    }
    const shown = await submit(wrong)
    expect([shown.status, shown.path, shown.formAnswer?.form, shown.formAnswer?.values]).toEqual([
      422,
      '/form/text',
      'text',
      wrong,
    ])
    expect(errorsOf(shown)).toEqual([
      { field: 'matter-title', message: 'Please use at most 80 characters.' },
      { field: 'matter-version', message: 'Please give a date as 2026-12-31.' },
      { field: 'matter-changes', message: 'Please fill this in.' },
      { field: 'body', message: 'Please fill this in.' },
    ])
    expect(
      errorsOf(
        await submit({
          ...wrong,
          ...typed,
          'matter-changes': 'Of {{nobody}}.',
          body: 'One.\r\n\r\nAsk {{nobody}}.',
        }),
      ),
    ).toEqual([
      { field: 'matter-changes', message: expect.stringMatching(/^nothing is known as/) },
      {
        field: 'body',
        message: expect.stringMatching(/^Line 3, “Ask \{\{nobody\}\}\.”: nothing is known as/),
      },
    ])
    expect(await drafts()).toEqual([])
  })

  test('of a landing keeps its lists, and says which part of one is empty', async () => {
    const landing = app.services.texts
      .shipped()
      .find(({ path }) => path === 'promo/wivesnow/landing.md')
    const values = readText(landing?.text ?? '')
    await submit({
      act: 'save',
      path: 'promo/wivesnow/landing.md',
      basis: '',
      ...values,
      'matter-closing': 'Write.',
    })
    expect((await theDraft('promo/wivesnow/landing.md')).text).toBe(
      landing?.text.replace(/closing: .*/, 'closing: Write.'),
    )
    const shown = await submit({
      act: 'save',
      path: 'promo/wivesnow/landing.md',
      basis: '',
      ...values,
      'matter-reasons-1-title': '',
    })
    expect(errorsOf(shown)).toEqual([
      { field: 'matter-reasons-1-title', message: 'Please fill this in.' },
    ])
  })

  test('of a new question makes its address of its words, once', async () => {
    await submit(asked)
    expect(await theDraft('help/all/may-i-bring-my-dog.md')).toMatchObject({
      text: '---\ntitle: May I bring my dog?\ncategory: safety\norder: 3\n---\n\nIf it is kind.\n',
    })
    expect((await submit(asked)).formAnswer?.problem.code).toBe('conflict')
    expect(errorsOf(await submit({ ...asked, name: 'who-can-join' }))).toEqual([
      { field: 'name', message: 'There is a question of this name already.' },
    ])
    expect(errorsOf(await submit({ ...asked, name: '../../settings' }))?.[0]?.field).toBe('name')
    expect(errorsOf(await submit({ ...asked, 'matter-title': '¿?' }))?.[0]?.field).toBe('name')
    expect(await drafts()).toHaveLength(1)
  })

  test.each(['legal/nobrand/terms.md', 'legal/all/imprint.md', 'news/all/', '', '/'])(
    'for %s, where no text lies, saves nothing',
    async (path) => {
      const { status } = await submit({ path, basis: '', ...typed })
      expect([status, await drafts()]).toEqual([422, []])
    },
  )

  test('of who comes second keeps their words, and says who was first', async () => {
    await save(TERMS, terms('Of Frank.'), { by: people.frank })
    const { status, formAnswer } = await submit({ path: TERMS, basis: '', ...typed })
    expect([status, formAnswer?.values['body'], formAnswer?.problem.detail]).toEqual([
      409,
      'Be kind.',
      expect.stringMatching(/^Frank changed this text/),
    ])
  })

  test('that is long is taken, and one that nobody would read to its end is kept', async () => {
    const body = 'Be kind, ünd so on. '.repeat(4_000).trim()
    expect((await submit({ path: TERMS, basis: '', ...typed, body })).status).toBe(303)
    const shown = await submit({
      path: OWN_TERMS,
      basis: '',
      ...typed,
      body: 'x'.repeat(MAX_CHARACTERS),
    })
    expect([shown.status, errorsOf(shown)]).toEqual([
      422,
      [{ field: 'body', message: 'This is longer than anybody reads.' }],
    ])
  })

  test('whose writer has to give their second factor again is not lost, however long', async () => {
    const unproven = await joins(app, { brand: 'adultcrush', username: 'Evita', staff: true })
    const body = 'Be kind. '.repeat(10_000).trim()
    const { status, formAnswer } = await submit(
      { path: TERMS, basis: '', ...typed, body },
      { by: unproven },
    )
    expect([status, formAnswer?.problem.code, formAnswer?.values['body'] === body]).toEqual([
      403,
      'secondFactor',
      true,
    ])
  })

  test('tells colleagues how far a draft has come, and leads back to the text', async () => {
    const revision = await save(TERMS, terms('Be kind.'))
    const { status, location } = await submit({
      act: 'status',
      revision: String(revision),
      standing: 'review',
    })
    expect([status, location, (await theDraft()).standing]).toEqual([
      303,
      '/staff/content/text?path=legal%2Fall%2Fterms.md',
      'review',
    ])
  })

  test('is nobody’s but staff’s', async () => {
    const { status } = await submit({ path: TERMS, basis: '', ...typed }, { by: people.alice })
    expect([status, await drafts()]).toEqual([404, []])
  })
})
