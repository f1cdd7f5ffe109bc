import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useClient } from '#api/client.ts'
import { showConflict, takeTheirs } from '#guests/texts/editor/text-conflict.store.ts'
import {
  $editor,
  $preview,
  $typed,
  bringBackMine,
  type EditorState,
  forgetUnsaved,
  note,
  saveDraft,
  showOn,
  wake,
} from '#guests/texts/editor/text-editor.store.ts'
import { readText } from '#guests/texts/editor/text-form.ts'
import { writeDraft } from '#guests/texts/history/changes.contract.ts'
import { tabKept } from '#lib/browser.ts'
import { brands } from '#sites/registry.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, eve, joins, worksAs } from '#tests/support/cast.ts'
import { openBrowser } from '#tests/support/fake-browser.ts'
import type { FormValues } from '#ui/form-answer.ts'

/** What an editor types, shows and saves, while a colleague does the same. */

const PATH = 'help/all/is-it-new.md'
const TEXT = '---\ntitle: Is it new?\ncategory: joining\norder: 1\n---\n\nYes, {{name}} is.\n'
const fields = ['matter-title', 'matter-category', 'matter-order', 'body'].map((name) => ({
  name,
  label: name,
}))
const credits = brands.find(({ billing }) => billing.model === 'credits')?.id ?? ''

withApp()
let Eve: CastMember
let Frank: CastMember
let isHeld: Promise<void> | null = null
beforeAll(async () => {
  Eve = await eve(app)
  Frank = await worksAs(app, 'Frank', { brand: 'wivesnow' })
  useClient({
    ...Eve,
    async send(route, given, options) {
      const held = isHeld
      const answer = await Eve.send(route, given, options)
      await held
      return answer
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

async function writes(text: string, basis: number | null, by = Frank): Promise<number> {
  const { revision } = await by.calls(writeDraft, {
    body: { act: 'save', path: PATH, text, basis },
  })
  return revision ?? 0
}

let basis = ''
beforeEach(async () => {
  isHeld = null
  openBrowser('/staff/content/edit')
  await app.db.deleteFrom('content_revisions').execute()
  basis = String(await writes(TEXT, null))
  const values = readText(TEXT)
  const first: EditorState = {
    path: PATH,
    basis,
    fields,
    brands: [],
    values,
    turn: 0,
    saved: { ...values, basis },
    isUnsaved: false,
    isRestored: false,
    hasDraft: true,
    conflict: null,
    putAside: null,
  }
  $editor.set(first)
  $preview.set({ brand: 'wivesnow', shown: null, trouble: '' })
  tabKept.removeItem(`text ${PATH}`)
})

const typed = (body: string, more: FormValues = {}): FormValues => ({
  ...readText(TEXT),
  act: 'save',
  path: PATH,
  basis: $editor.get()?.basis ?? '',
  body,
  ...more,
})

test('what is typed is shown as the page of the brand would say it, and stored nowhere', async () => {
  await showOn('wivesnow', typed('## Yes\n\n**{{name}}** is <b>new</b>.'))
  expect($preview.get()).toEqual({
    brand: 'wivesnow',
    trouble: '',
    shown: {
      title: 'Is it new?',
      button: null,
      lead: null,
      picture: null,
      points: [],
      html: '<h2 id="yes">Yes</h2>\n<p><strong>WivesNow</strong> is &lt;b&gt;new&lt;/b&gt;.</p>\n',
      small: null,
      listing: null,
    },
  })
  const rows = await app.db.selectFrom('content_revisions').select('body').execute()
  expect(rows).toEqual([{ body: TEXT }])
})

test('a part of some brands is shown on those alone', async () => {
  const body = '::: credits\nCosts.\n:::'
  await showOn(credits, typed(body))
  expect($preview.get()?.shown?.html).toContain('Costs.')
  const other = brands.find(({ billing }) => billing.model === 'partner')?.id ?? ''
  await showOn(other, typed(body))
  expect($preview.get()?.shown?.html).toBe('')
})

test('what cannot be shown is said, and what was shown stays', async () => {
  await showOn('wivesnow', typed('Good.'))
  await showOn('wivesnow', typed('Of {{nobody}}.'))
  expect($preview.get()).toMatchObject({
    shown: { html: '<p>Good.</p>\n' },
    trouble: expect.stringContaining('nothing is known as {{nobody}}'),
  })
  await showOn('wivesnow', typed('Good again.'))
  expect($preview.get()).toMatchObject({ shown: { html: '<p>Good again.</p>\n' }, trouble: '' })
})

test('an answer that comes late does not replace that to what was asked last', async () => {
  let answer = (): void => undefined
  isHeld = new Promise((resolve) => (answer = resolve))
  const first = showOn('wivesnow', typed('First.'))
  // The first is on its way once the timer has run.
  await new Promise((resolve) => setTimeout(resolve))
  isHeld = null
  await showOn('wivesnow', typed('Second.'))
  answer()
  await first
  expect($preview.get()?.shown?.html).toBe('<p>Second.</p>\n')
})

/** As the editor does. */
async function saveOrCompare(sent: FormValues): Promise<void> {
  await expect(saveDraft(sent)).rejects.toMatchObject({ code: 'conflict' })
  await showConflict(sent)
}

test('who saves second has both texts and their difference, and neither is lost', async () => {
  const theirs = await writes(TEXT.replace('Yes', 'Rather'), Number(basis))
  note(typed('No, {{name}} is.'))
  await saveOrCompare(typed('No, {{name}} is.'))
  expect($editor.get()).toMatchObject({
    isUnsaved: true,
    conflict: {
      by: 'Frank',
      basis: String(theirs),
      differences: [
        {
          label: 'body',
          mine: 'No, {{name}} is.',
          theirs: 'Rather, {{name}} is.',
          parts: [
            { words: 'Rather', change: 'removed' },
            { words: 'No', change: 'added' },
            { words: ', {{name}} is.', change: 'none' },
          ],
        },
      ],
    },
  })
})

test('mine goes over theirs, which the history keeps; over one that came later still it does not', async () => {
  const theirs = await writes(TEXT.replace('Yes', 'Rather'), Number(basis))
  await saveOrCompare(typed('Mine.'))
  const later = await writes(TEXT.replace('Yes', 'Perhaps'), theirs)
  const over = (revision: number) => typed('Mine.', { over: String(revision) })
  await saveOrCompare(over(theirs))
  expect($editor.get()?.conflict?.basis).toBe(String(later))
  await saveDraft(over(later))
  expect($editor.get()).toMatchObject({ conflict: null, isUnsaved: false })
  const bodies = await app.db.selectFrom('content_revisions').select('body').orderBy('id').execute()
  expect(bodies.map(({ body }) => /\n\n(\w+)/.exec(body ?? '')?.[1])).toEqual([
    'Yes',
    'Rather',
    'Perhaps',
    'Mine',
  ])
})

test('a new question has its address from its first save on, and what was typed meanwhile is kept', async () => {
  const now = $editor.get() as EditorState
  const named = { name: 'name', label: 'name' }
  $editor.set({
    ...now,
    path: 'help/all/',
    basis: '',
    fields: [...fields, named],
    saved: readText(TEXT),
    hasDraft: false,
  })
  const sent = typed('Yes.', { path: 'help/all/', basis: '', name: 'is-it-kind' })
  note(sent)
  expect(await saveDraft(sent)).toMatch(/^Saved at .* as No\. \d+/)
  const path = 'help/all/is-it-kind.md'
  expect($editor.get()).toMatchObject({ path, isUnsaved: false, hasDraft: true })
  expect(tabKept.getItem('text help/all/')).toBeNull()
  note(typed('Yes. Always.'))
  expect($editor.get()?.isUnsaved).toBe(true)
  expect(tabKept.getItem(`text ${path}`)).toContain('Yes. Always.')
  await saveDraft(typed('Yes. Always.', { path }))
  expect($editor.get()?.isUnsaved).toBe(false)
  // Without a name, which it has now.
  note(typed('Yes. Always.', { path }))
  expect($editor.get()?.isUnsaved).toBe(false)
})

test('theirs is taken, and mine brought back', async () => {
  const theirs = await writes(TEXT.replace('Yes', 'Rather'), Number(basis))
  await saveOrCompare(typed('Mine.'))
  takeTheirs(typed('Mine.'))
  expect($editor.get()).toMatchObject({
    values: { body: 'Rather, {{name}} is.' },
    basis: String(theirs),
    turn: 1,
    isUnsaved: false,
    conflict: null,
  })
  bringBackMine()
  expect($editor.get()).toMatchObject({ values: { body: 'Mine.' }, turn: 2, isUnsaved: true })
  await saveDraft(typed('Mine.'))
  expect($editor.get()?.isUnsaved).toBe(false)
})

test('what was typed and not saved is there again, and can be let go', () => {
  const before = $editor.get()
  note(typed('Half a sent'))
  expect($editor.get()?.isUnsaved).toBe(true)
  $editor.set(before)
  wake(typed('Yes, {{name}} is.'))
  expect($editor.get()).toMatchObject({ values: { body: 'Half a sent' }, isRestored: true })
  forgetUnsaved()
  expect($editor.get()).toMatchObject({
    values: { body: 'Yes, {{name}} is.' },
    basis,
    isUnsaved: false,
    isRestored: false,
  })
  wake(typed('Yes, {{name}} is.'))
  expect($editor.get()?.isRestored).toBe(false)
})

test('what was typed before the page was alive stays, and what was kept can be brought back', () => {
  note(typed('Of yesterday.'))
  const now = $editor.get()
  if (now) $editor.set({ ...now, isUnsaved: false })
  wake(typed('Typed early.'))
  expect($editor.get()).toMatchObject({
    turn: 0,
    isUnsaved: true,
    isRestored: false,
    putAside: { body: 'Of yesterday.' },
  })
  bringBackMine()
  expect($editor.get()).toMatchObject({ values: { body: 'Of yesterday.' }, turn: 1 })
})

test('it is shown for editors alone, on brands that are some, and not without end', async () => {
  const asks = (by: CastMember, brand: string) =>
    by.send('POST /staff/content/render', { body: { ...typed('x'), brand } })
  await expect(asks(Eve, 'nobrand')).rejects.toMatchObject({ code: 'notFound' })
  const Alice = await joins(app, { brand: 'adultcrush', username: 'Alison' })
  await expect(asks(Alice, 'wivesnow')).rejects.toMatchObject({ code: 'notFound' })
  const refusals: string[] = []
  for (let ask = 0; ask < 160; ask += 1)
    await asks(Frank, 'nobrand').catch(({ code }: { code: string }) => refusals.push(code))
  expect(refusals.filter((code) => code === 'tooMany').length).toBe(10)
})

test('what stands in the fields by now is known, also where another text takes their place', () => {
  const values = { ...readText(TEXT), 'matter-title': 'Is it old?' }
  note(values)
  expect($typed.get()).toEqual(values)
  forgetUnsaved()
  expect($typed.get()['matter-title']).toBe('Is it new?')
})
