import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#api/contract.ts'
import { handlers } from '#app.server.ts'
import { askPasskey } from '#core/accounts/passkeys/passkeys.contract.ts'
import { shareDate } from '#members/meeting/dates.contract.ts'
import { openViewOnce, sendViewOnce } from '#members/messages/view-once/view-once.contract.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { app, type Visitor, withApp } from '../support/app.ts'
import { creates } from '../support/authenticator.ts'
import { becomesPremium, type CastMember, joins, PASSWORD } from '../support/cast.ts'
import { mailsTo } from '../support/mail.ts'
import { aPhoto, upload } from '../support/photos.ts'
import { tone } from '../support/sounds.ts'
import { asksSupport } from '../support/tickets.ts'

/**
 * Emoji, text from right to left, zero-width joiners and marks: what people write is kept to the
 * letter, in each field.
 */

withApp()
let ana: CastMember
let ben: CastMember
let mia: CastMember
let picture: Uint8Array<ArrayBuffer>
let photo: number
beforeAll(async () => {
  ana = await joins(app, { brand: 'adultcrush', username: 'Ana' })
  ben = await joins(app, {
    brand: 'wivesnow',
    username: 'Ben',
    gender: 'man',
    signsInOn: 'adultcrush',
  })
  mia = await joins(app, { brand: 'megaflirt', username: 'Mia' })
  for (const one of [ana, ben]) await becomesPremium(app, one)
  picture = new Uint8Array(await aPhoto({ width: 200, height: 240 }))
  photo = (await upload(ana, picture)).id
})
beforeEach(async () => {
  for (const table of ['rate_limits', 'prompt_answers', 'date_links', 'passkeys'] as const)
    await app.db.deleteFrom(table).execute()
})

const texts = [
  ['emoji', 'Tea 🫖 👩🏽‍🌾👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['right to left', 'שלום, מה שלומך? مرحبا بك'],
  ['zero-width', 'می‌خواهم क्‍ष tea\u200bcup'],
  ['combining marks', 'Z̃oë ŝ é Ἀθῆναι'],
] as const

type Table =
  | 'tickets'
  | 'ticket_replies'
  | 'reports'
  | 'photos'
  | 'removals'
  | 'declarations'
  | 'profiles'
  | 'date_links'
/**
 * How a text is saved, and where it is read again: an address, or the table where staff or others
 * read it.
 */
type Field = {
  by?: Visitor
  body: Record<string, unknown> | FormData
  path?: string
  read: string | { table: Table }
}
type Save = (text: string) => Field | Promise<Field>

let newcomers = 0
const newcomer = (steps: string[] = [], gender: 'man' | 'woman' = 'woman') =>
  joins(app, {
    brand: 'adultcrush',
    username: `Newcomer${(newcomers += 1)}`,
    gender,
    lookingFor: ['man'],
    steps,
  })

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const mine = '/profile/mine'
const aDate = (fields: Record<string, string>) => ({
  id: ben.id,
  place: 'Café',
  meetsAt: '2026-11-27T20:00',
  ...fields,
})
const removal = (fields: Record<string, string>): Field => ({
  body: {
    kind: 'illegal',
    targets: 'Ana',
    details: 'Details',
    goodFaith: 'on',
    name: 'Nora',
    email: 'nora@example.org',
    ...fields,
  },
  read: { table: 'removals' },
})
const declaration = (fields: Record<string, string>): Field => ({
  body: { name: 'Nora', order: 'AC-1', email: 'nora@example.org', ...fields },
  read: { table: 'declarations' },
})
async function addsPasskey(name: string): Promise<Record<string, unknown>> {
  const { response } = creates(await ana.calls(askPasskey, { body: {} }), `http://${ana.host}`)
  return { name, response }
}

const fields: Record<string, Save> = {
  'POST /profile/save headline': (text) => ({
    body: { section: 'about', headline: text, about: 'About' },
    read: mine,
  }),
  'POST /profile/save about': (text) => ({
    body: { section: 'about', headline: 'Headline', about: text },
    read: mine,
  }),
  'POST /profile/save ownWord': (text) => ({
    body: { section: 'identity', words: [], ownWord: text, pronouns: [], ownPronouns: '' },
    read: mine,
  }),
  'POST /profile/save ownPronouns': (text) => ({
    body: { section: 'identity', words: [], ownWord: '', pronouns: [], ownPronouns: text },
    read: mine,
  }),
  'POST /profile/prompts answer': (text) => ({
    body: { act: 'add', prompt: 'want', answer: text },
    read: mine,
  }),
  'POST /userUpdate/add body': (text) => ({
    body: { body: text },
    read: '/userUpdate/member/id/{own}',
  }),
  'POST /search/save name': (text) => ({
    body: { name: text, query: 'country=any&gender=man' },
    read: '/search/saved',
  }),
  'POST /message/chatMessages body': (text) => ({
    body: { id: ben.id, body: text },
    read: '/message/chatMessages?id={other}',
  }),
  'POST /message/voice transcript': async (text) => {
    const to = await joins(app, { brand: 'megaflirt', username: `Listener${(newcomers += 1)}` })
    const lot = {
      credits: 1,
      source: 'grant' as const,
      reference: `test:${newcomers}`,
      expiresAt: null,
      at: app.clock.now(),
    }
    await app.transaction((trx) => grantCredits(trx, mia.id, lot))
    const form = formOf({
      id: String(to.id),
      recording: new Blob([tone({ seconds: 1 })]),
      transcript: text,
    })
    return { by: mia, body: form, read: `/message/chatMessages?id=${to.id}` }
  },
  'POST /message/reportViewOnce details': async (text) => {
    const form = formOf({ id: String(ben.id), ownPhoto: String(photo) })
    const { message } = await ana.calls(sendViewOnce, { form })
    await ben.calls(openViewOnce, { body: { messageId: message.id } })
    return {
      by: ben,
      body: { messageId: message.id, reason: 'scam', details: text },
      read: { table: 'reports' },
    }
  },
  'POST /help/save subject': (text) => ({
    body: { subject: text, message: 'Message' },
    read: { table: 'tickets' },
  }),
  'POST /help/save message': (text) => ({
    body: { subject: 'Subject', message: text },
    read: { table: 'tickets' },
  }),
  'POST /profile/tickets/answer message': async (text) => ({
    body: { id: await asksSupport(app, ana), message: text },
    read: { table: 'ticket_replies' },
  }),
  'POST /profile/reportAbuse details': (text) => ({
    body: { id: ben.id, reason: 'scam', details: text },
    read: { table: 'reports' },
  }),
  'POST /image/upload description': (text) => ({
    body: formOf({ photo: new Blob([picture]), rules: PHOTO_RULES, description: text }),
    read: { table: 'photos' },
  }),
  'POST /image/describe/id/{id} description': (text) => ({
    path: `/image/describe/id/${photo}`,
    body: { description: text, isPrivate: false },
    read: { table: 'photos' },
  }),
  'POST /image/manage description': (text) => ({
    body: { id: photo, act: 'save', description: text },
    read: { table: 'photos' },
  }),
  'POST /date/share place': (text) => ({ body: aDate({ place: text }), read: '/date/mine' }),
  'POST /date/share note': (text) => ({ body: aDate({ note: text }), read: '/date/mine' }),
  'POST /date/change place': async (text) => ({
    body: await changed({ place: text }),
    read: '/date/mine',
  }),
  'POST /date/change note': async (text) => ({
    body: await changed({ note: text }),
    read: '/date/mine',
  }),
  'POST /profile/addPasskey name': async (text) => ({
    body: await addsPasskey(text),
    read: '/profile/passkeys',
  }),
  'POST /profile/renamePasskey name': async (text) => {
    await posts(ana, '/profile/addPasskey', await addsPasskey('Phone'))
    const { id } = await app.db.selectFrom('passkeys').select('id').executeTakeFirstOrThrow()
    return { body: { id, name: text }, read: '/profile/passkeys' }
  },
  'POST /site/reportContent details': (text) => removal({ details: text }),
  'POST /site/reportContent name': (text) => removal({ name: text }),
  'POST /billing/withdraw name': (text) => declaration({ name: text }),
  'POST /billing/cancelContract name': (text) => declaration({ name: text }),
  'POST /billing/cancelContract reason': (text) => declaration({ reason: text }),
  'POST /registration/introduction about': async (text) => introducing({ about: text }),
  'POST /registration/introduction headline': async (text) =>
    introducing({ about: 'About', headline: text }),
  'POST /registration/uploadStep about': async (text) => joining(['uploadPhoto'], { about: text }),
  'POST /registration/uploadStep headline': async (text) =>
    joining(['uploadPhoto'], { about: 'About', headline: text }),
  'POST /oneClick/affiliateStepThree about': async (text) =>
    joining(['affiliateOneClick3'], { about: text }),
  'POST /oneClick/affiliateStepThree headline': async (text) =>
    joining(['affiliateOneClick3'], { about: 'About', headline: text }),
  'POST /registration/oneClick about': async (text) => {
    const by = await newcomer(['oneClick'])
    const body = {
      username: `Named${newcomers}`,
      password: 'a quiet evening in',
      about: text,
      country: 'GB',
      place: 'Leeds',
    }
    return { by, body, read: { table: 'profiles' } }
  },
}

async function introducing(body: Record<string, string>): Promise<Field> {
  return { by: await newcomer(['uploadPhoto']), body, read: { table: 'profiles' } }
}

async function joining(steps: string[], words: Record<string, string>): Promise<Field> {
  return { by: await newcomer(steps), body: formOf(words), read: { table: 'profiles' } }
}

async function changed(fields: Record<string, string>): Promise<Record<string, unknown>> {
  const { link } = await ana.calls(shareDate, { body: aDate({}) as never })
  const { id: _, ...more } = aDate(fields)
  return { link, ...more }
}

async function posts(
  by: Visitor,
  path: string,
  body: Record<string, unknown> | FormData,
): Promise<void> {
  const given =
    body instanceof FormData
      ? { body }
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const saved = await by.request(path, { method: 'POST', ...given })
  expect([saved.status, saved.status === 200 ? '' : await saved.text()]).toEqual([200, ''])
}

test.each(
  Object.keys(fields).flatMap((name) => texts.map(([kind, text]) => [name, kind, text] as const)),
)('%s: %s', async (name, _, text) => {
  const {
    by = ana,
    path = name.split(' ')[1] ?? '',
    body,
    read,
  } = await (fields[name] as Save)(text)
  await posts(by, path, body)
  const kept =
    typeof read === 'object'
      ? await app.db.selectFrom(read.table).selectAll().execute()
      : await (
          await by.request(read.replace('{own}', String(ana.id)).replace('{other}', String(ben.id)))
        ).json()
  expect(stringsIn(kept)).toContain(text)
})

/** Fields that are read by the tests below and by those of their features. */
const elsewhere = [
  'POST /message/sendMagicMessage body',
  'POST /profile/deleteAccount words',
  'POST /decision/appeal words',
  // Of whoever holds a link to a draft: read in the editor (features/guests/texts/preview.test.ts).
  'POST /site/commentOnPreview name',
  'POST /site/commentOnPreview preview',
  'POST /site/commentOnPreview words',
]

test.each(texts)('magic message: %s', async (_, text) => {
  const [sender, other] = [await newcomer(), await newcomer([], 'man')]
  await becomesPremium(app, sender)
  await posts(sender, '/message/sendMagicMessage', { body: text })
  expect(
    stringsIn(await (await sender.request(`/message/chatMessages?id=${other.id}`)).json()),
  ).toContain(text)
})

test.each(texts)('reason for leaving: %s', async (_, text) => {
  const who = await newcomer()
  await posts(who, '/profile/deleteAccount', { password: PASSWORD, reason: 'other', words: text })
  expect(
    (await mailsTo(app, 'support@adultcrush.example')).map((mail) => mail.text.includes(text)),
  ).toContain(true)
})

/**
 * Fields of text that hold no words of a member's own: what they hold is looked up, compared, or
 * made by a program.
 */
const noWords = [
  /^POST \/site\/reportError /,
  / (?:password|passwordRepeat|currentPassword|pin|login|email|username)$/,
  / (?:country|place|key|passkey|link|token|offer|back|endpoint|keys\.\w+|ad|query|prompt|questionId|keyword|upgradeSourceType|promoCode|prices|order|affiliateId|subid)$/,
  / response\./,
  / (?:from|until|meetsAt)$/,
  / (?:contacts?|targets)$/,
]
/** `place` is one of the gazetteer, but for that of a date. */
const isWords = (field: string) =>
  field.startsWith('POST /date/') || !noWords.some((pattern) => pattern.test(field))

/** What of a schema's definition leads to the fields in it. */
type Def =
  | { type: 'pipe'; in: z.core.$ZodType }
  | { type: 'array'; element: z.core.$ZodType }
  | { type: 'union'; options: z.core.$ZodType[] }
  | { type: 'string'; format?: string }
  | { type: 'object' }
  | { type: 'optional' | 'default' | 'none'; innerType?: z.core.$ZodType }

/** The fields of free text of a schema, by their path. */
function textsIn(schema: z.core.$ZodType | undefined, path = ''): string[] {
  const def = (schema?._zod.def ?? { type: 'none' }) as unknown as Def
  if (def.type === 'pipe') return textsIn(def.in, path)
  if (def.type === 'array') return textsIn(def.element, path)
  if (def.type === 'union') return def.options.flatMap((one) => textsIn(one, path))
  if (def.type === 'object') {
    const { shape } = schema as unknown as { shape: Record<string, z.core.$ZodType> }
    return Object.entries(shape).flatMap(([name, one]) =>
      textsIn(one, path === '' ? name : `${path}.${name}`),
    )
  }
  if (def.type === 'string') return def.format === undefined ? [path] : []
  return def.innerType ? textsIn(def.innerType, path) : []
}

test('each field in which a member can write is in that table', () => {
  const ofMembers = ({ access }: Endpoint) =>
    access === 'anyone' || access === 'signedIn' || access === 'member'
  const found = handlers
    .map(({ endpoint }) => endpoint)
    .filter(ofMembers)
    .flatMap(({ method, path, body, form }) =>
      [...textsIn(body), ...textsIn(form)].map(
        (field) => `${method.toUpperCase()} ${path} ${field}`,
      ),
    )
    .filter((field) => isWords(field) && !field.endsWith(' meetsAt'))
  expect([...new Set(found)].toSorted()).toEqual([...Object.keys(fields), ...elsewhere].toSorted())
})

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
