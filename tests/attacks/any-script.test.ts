import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { becomesPremium, type CastMember, joins, PASSWORD } from '../support/cast.ts'
import { mailsTo } from '../support/mail.ts'
import { aPhoto, upload } from '../support/photos.ts'

/** Emoji, text from right to left, zero-width joiners and marks: what people write is kept to the letter. */

let app: TestApp
let ana: CastMember
let ben: CastMember
let photo: number
beforeAll(async () => {
  app = await startApp()
  ana = await joins(app, { brand: 'adultcrush', username: 'Ana' })
  await becomesPremium(app, ana)
  ben = await joins(app, { brand: 'wivesnow', username: 'Ben', gender: 'man' })
  photo = (await upload(ana, await aPhoto())).id
})
afterAll(() => app.close())

const texts = [
  ['emoji', 'Tea 🫖 and a walk 👩🏽‍🌾👨‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['right to left', 'שלום, מה שלומך? مرحبا بك'],
  ['zero-width', 'می‌خواهم क्‍ष tea\u200bcup'],
  ['combining marks', 'Z̃oë ŝ é Ἀθῆναι'],
] as const

/** `read`: where the member reads it again, or the table where staff do. */
type Field = { name: string; save: (text: string) => [path: string, body: Record<string, unknown>]; read: string | { table: 'tickets' | 'reports' | 'photos' } }
const fields: readonly Field[] = [
  { name: 'headline', save: (text) => ['/profile/save', { section: 'about', headline: text, about: 'About' }], read: '/profile/mine' },
  { name: 'about', save: (text) => ['/profile/save', { section: 'about', headline: 'Headline', about: text }], read: '/profile/mine' },
  { name: 'update', save: (text) => ['/userUpdate/add', { body: text }], read: '/userUpdate/member/id/{own}' },
  { name: 'name of a search', save: (text) => ['/search/save', { name: text, query: 'country=any&gender=man' }], read: '/search/saved' },
  { name: 'message', save: (text) => ['/message/chatMessages', { id: ben.id, body: text }], read: '/message/chatMessages?id={other}' },
  { name: 'question to support', save: (text) => ['/help/save', { subject: text, message: text }], read: { table: 'tickets' } },
  { name: 'details of a report', save: (text) => ['/profile/reportAbuse', { id: ben.id, reason: 'scam', details: text }], read: { table: 'reports' } },
  { name: 'what a photo shows', save: (text) => [`/image/describe/id/${photo}`, { description: text, isPrivate: false }], read: { table: 'photos' } },
  {
    name: 'what a photo shows, without script',
    save: (text) => ['/image/manage', { id: photo, act: 'save', description: text }],
    read: { table: 'photos' },
  },
]

test.each(fields.flatMap((field) => texts.map(([kind, text]) => ({ ...field, kind, text }))))('$name: $kind', async ({ save, read, text }) => {
  await app.services.db.deleteFrom('rate_limits').execute()
  const [path, body] = save(text)
  const saved = await ana.request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  expect([saved.status, saved.status === 200 ? '' : await saved.text()]).toEqual([200, ''])
  const kept =
    typeof read === 'object'
      ? await app.services.db.selectFrom(read.table).selectAll().execute()
      : await (await ana.request(read.replace('{own}', String(ana.id)).replace('{other}', String(ben.id)))).json()
  expect(stringsIn(kept)).toContain(text)
})

let newcomers = 0
const newcomer = (gender: 'man' | 'woman') => joins(app, { brand: 'adultcrush', username: `Newcomer${(newcomers += 1)}`, gender, lookingFor: ['man'] })
const posts = async (who: CastMember, path: string, body: Record<string, unknown>) => {
  const answer = await who.request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, ''])
}

test.each(texts)('magic message: %s', async (_, text) => {
  const [sender, other] = [await newcomer('woman'), await newcomer('man')]
  await becomesPremium(app, sender)
  await posts(sender, '/message/sendMagicMessage', { body: text })
  expect(stringsIn(await (await sender.request(`/message/chatMessages?id=${other.id}`)).json())).toContain(text)
})

test.each(texts)('reason for leaving: %s', async (_, text) => {
  const who = await newcomer('woman')
  await posts(who, '/profile/deleteAccount', { password: PASSWORD, reason: 'other', words: text })
  expect((await mailsTo(app, 'support@adultcrush.example')).map((mail) => mail.text.includes(text))).toContain(true)
})

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
