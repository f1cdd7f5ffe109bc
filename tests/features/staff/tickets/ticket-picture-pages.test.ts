import { beforeAll, expect, test } from 'vitest'
import { saveTicket } from '#guests/help/tickets.contract.ts'
import { app, type Visitor, withApp } from '#tests/support/app.ts'
import { alice, asStaff, type CastMember, eve } from '#tests/support/cast.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/**
 * The pages on which pictures of tickets are chosen and shown, as a browser without script gets
 * them.
 */

withApp()
withRenderer()
let Alice: CastMember
let Eve: CastMember
let ticket: number
let picture: string
beforeAll(async () => {
  Alice = await alice(app)
  Eve = await asStaff(app, await eve(app))
  const asked = { subject: 'My photo', message: 'It is upside down.' }
  const { number } = await Alice.calls(saveTicket, { form: formOf(asked, await aPhoto()) })
  ticket = number ?? 0
  const { id } = await app.db.selectFrom('ticket_pictures').select('id').executeTakeFirstOrThrow()
  picture = `/help/picture/${id}`
})

function formOf(fields: Record<string, string>, file: Uint8Array): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.append('pictures', new File([new Uint8Array(file)], 'it.jpg'))
  return form
}

/** The page that the browser of `who` gets, for an address or for a form that it posts. */
async function page(who: Visitor, path: string, file: string, form?: FormData): Promise<string> {
  const headers = new Headers({
    Host: who.host,
    Origin: `http://${who.host}`,
    Cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const encoded = form && new Response(form)
  const body = await encoded?.arrayBuffer()
  if (encoded && body) {
    headers.set('Content-Type', encoded.headers.get('Content-Type') ?? '')
    headers.set('Content-Length', String(body.byteLength))
  }
  const request = new Request(`http://${who.host}${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body ? { body } : {}),
  })
  return (await app.frontDoor(request, '203.0.113.7', renderer.shows({ file }))).text()
}
const formIn = (html: string, action: string, having: string) =>
  html
    .split('<form')
    .map((part) => part.split('</form>')[0] ?? '')
    .find((part) => part.includes(`action="${action}"`) && part.includes(having)) ?? ''

test('a question that is refused for a picture comes back with its words, and the reason at the field', async () => {
  const typed = { subject: 'A bill', message: 'What is this?', email: 'gina@example.net' }
  const html = await page(
    app.visitor('adultcrush'),
    '/help/save',
    'form/ticket.astro',
    formOf(typed, Buffer.from('no picture')),
  )
  const form = formIn(html, '/help/save', 'pictures')
  expect(form).toContain('enctype="multipart/form-data"')
  expect(form).toMatch(/<input[^>]*type="file"[^>]*aria-invalid="true"/)
  expect(form).toMatch(/data-error-for="pictures"[^>]*>\s*This file is not a photo/)
  for (const words of Object.values(typed)) expect(form).toContain(words)
})

test('a member sees the pictures among their tickets', async () => {
  const html = await page(
    Alice,
    '/profile/edit/settings?screen=decisions',
    'profile/edit/settings.astro',
  )
  expect(html).toMatch(new RegExp(`<img[^>]*src="${picture}"[^>]*width="900"`))
})

test('staff see them veiled, and answer with pictures', async () => {
  const html = await page(Eve, `/staff/tickets?ticket=${ticket}`, 'staff/tickets/index.astro')
  const [, veiled = ''] = /class="[^"]*veiled[^"]*"([\s\S]*?)<\/ul>/.exec(html) ?? []
  expect(veiled).toContain(`src="${picture}"`)
  expect(veiled).toContain('Hold to see it sharp')
  const form = formIn(html, '/staff/ticket', 'pictures')
  expect(form).toContain('encType="multipart/form-data"')
  // Without script a text is put in without sending them.
  expect(form).toMatch(
    /formAction="\/staff\/beginAnswer" formEncType="application\/x-www-form-urlencoded"/,
  )
  expect(form).toMatch(/<input[^>]*type="file"/)
})

test('an answer that is refused for a picture comes back with its words', async () => {
  const fields = { act: 'answer', id: `${ticket}`, back: '', answer: 'Turn it round.' }
  const html = await page(
    Eve,
    '/staff/ticket',
    'staff/tickets/index.astro',
    formOf(fields, Buffer.from('no picture')),
  )
  const form = formIn(html, '/staff/ticket', 'pictures')
  expect(form).toContain('Turn it round.')
  expect(form).toContain('This file is not a photo')
})
