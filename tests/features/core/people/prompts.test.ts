import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ownProfileToEdit } from '#core/people/edit/edit-profile.contract.ts'
import { changePrompts } from '#core/people/prompts/prompts.contract.ts'
import { MAX_ANSWER } from '#core/people/prompts/prompts.ts'
import { brands } from '#sites/registry.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins, views } from '#tests/support/cast.ts'

withApp()
let Bob: CastMember
beforeAll(async () => {
  Bob = await joins(app, { brand: 'wivesnow', username: 'Bob', gender: 'man' })
})

let count = 0
async function somebody(brand = 'adultcrush'): Promise<CastMember> {
  count += 1
  return joins(app, { brand, username: `Alice${count}` })
}

const questions = (brand: string) => brands.find(({ id }) => id === brand)?.prompts ?? []
const keyOf = (index: number, brand = 'adultcrush') => questions(brand)[index]?.key ?? ''

type Change = Parameters<typeof send>[1]
function send(
  who: CastMember,
  body:
    | { act: 'add'; prompt: string; answer: string }
    | { act: 'save' | 'earlier' | 'later'; id: number; answer: string }
    | { act: 'remove'; id: number },
) {
  return who.calls(changePrompts, { body })
}
const add = (who: CastMember, prompt: string, answer: string) =>
  send(who, { act: 'add', prompt, answer })
const shown = async (owner: CastMember, viewer: CastMember) => (await views(viewer, owner)).prompts
const answers = async (owner: CastMember) => (await shown(owner, Bob)).map(({ answer }) => answer)
const own = async (owner: CastMember) => (await owner.calls(ownProfileToEdit)).prompts

test('three answers are shown with their questions, in the member’s order, and say whether the viewer likes them', async () => {
  const Alice = await somebody()
  for (const [index, answer] of ['One', 'Two', 'Three'].entries())
    await add(Alice, keyOf(index), answer)
  expect(await shown(Alice, Bob)).toEqual(
    ['One', 'Two', 'Three'].map((answer, index) => ({
      id: expect.any(Number),
      question: questions('adultcrush')[index]?.question,
      answer,
      isLiked: false,
    })),
  )
  expect((await shown(Alice, Alice)).map(({ answer }) => answer)).toEqual(['One', 'Two', 'Three'])
})

test('an answer is changed, moved and taken away; the others close up', async () => {
  const Alice = await somebody()
  for (const [index, answer] of ['One', 'Two', 'Three'].entries())
    await add(Alice, keyOf(index), answer)
  const [one, two, three] = (await own(Alice)).map(({ id }) => id) as [number, number, number]
  const { next } = await send(Alice, { act: 'save', id: two, answer: ' Two,\n better ' })
  expect(next).toBe('/profile/edit/profile?part=prompts&saved=prompts#prompts')
  await send(Alice, { act: 'earlier', id: three, answer: 'Three' })
  expect(await answers(Alice)).toEqual(['One', 'Three', 'Two, better'])
  await send(Alice, { act: 'later', id: one, answer: 'One' })
  await send(Alice, { act: 'earlier', id: three, answer: 'Three, first' })
  expect(await answers(Alice)).toEqual(['Three, first', 'One', 'Two, better'])
  await send(Alice, { act: 'later', id: two, answer: 'Two' })
  await send(Alice, { act: 'remove', id: one })
  await add(Alice, keyOf(5), 'Four')
  expect(await answers(Alice)).toEqual(['Three, first', 'Two', 'Four'])
})

const long = 'x'.repeat(10_000)
const refused: ReadonlyArray<readonly [what: string, change: Change, refusal: object]> = [
  [
    'a question of another brand',
    { act: 'add', prompt: keyOf(0, 'wivesnow'), answer: 'Yes' },
    { status: 422, errors: [{ field: 'prompt' }] },
  ],
  [
    'a question that nobody asks',
    { act: 'add', prompt: 'nonsense', answer: 'Yes' },
    { status: 422, errors: [{ field: 'prompt' }] },
  ],
  [
    'an answer of 10,000 characters',
    { act: 'add', prompt: keyOf(4), answer: long },
    {
      status: 422,
      errors: [{ field: 'answer', message: `Please use at most ${MAX_ANSWER} characters.` }],
    },
  ],
  [
    'an answer of which nothing can be seen',
    { act: 'add', prompt: keyOf(4), answer: ' \u200b ' },
    { status: 422, errors: [{ field: 'answer' }] },
  ],
  ['somebody else’s answer', { act: 'remove', id: 987_654 }, { status: 404, code: 'notFound' }],
  [
    'a question that is answered already',
    { act: 'add', prompt: keyOf(0), answer: 'Again' },
    { status: 409, code: 'conflict' },
  ],
]

test.each(refused)('a profile refuses %s, and keeps what is there', async (_, change, refusal) => {
  const Alice = await somebody()
  await add(Alice, keyOf(0), 'One')
  await expect(send(Alice, change)).rejects.toMatchObject(refusal)
  expect(await answers(Alice)).toEqual(['One'])
})

test('a profile refuses a fourth answer, also of another brand’s list', async () => {
  const Alice = await somebody()
  for (const index of [0, 1, 2]) await add(Alice, keyOf(index), `Answer ${index}`)
  await expect(add(Alice, keyOf(3), 'Fourth')).rejects.toMatchObject({
    status: 409,
    message: /3 answers, which is the most/,
  })
  expect(await answers(Alice)).toHaveLength(3)
})

test('of the same question answered ten times at the same moment, one answer stays', async () => {
  const Alice = await somebody()
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => add(Alice, keyOf(0), `Try ${index}`)),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await answers(Alice)).toHaveLength(1)
})

test('of six questions answered at the same moment, three answers stay', async () => {
  const Alice = await somebody()
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) => add(Alice, keyOf(index), `Try ${index}`)),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await answers(Alice)).toHaveLength(3)
})

test('somebody else’s answer is neither changed nor moved nor taken away', async () => {
  const [Alice, Eve] = [await somebody(), await somebody()]
  await add(Alice, keyOf(0), 'Mine')
  const id = (await own(Alice))[0]?.id ?? 0
  for (const change of [
    { act: 'save', id, answer: 'Hers' },
    { act: 'later', id, answer: 'Hers' },
    { act: 'remove', id },
  ] as const) {
    await expect(send(Eve, change)).rejects.toMatchObject({ code: 'notFound' })
  }
  expect(await answers(Alice)).toEqual(['Mine'])
})

test('a question that its brand asks no more keeps its words; one that it asks has the present ones', async () => {
  const Alice = await somebody()
  await add(Alice, keyOf(0), 'One')
  await add(Alice, keyOf(1), 'Two')
  await sql`update prompt_answers set question = 'As it was', prompt = case position when 1 then 'retired' else prompt end where account_id = ${Alice.id}`.execute(
    app.db,
  )
  expect((await shown(Alice, Bob)).map(({ question }) => question)).toEqual([
    'As it was',
    questions('adultcrush')[1]?.question,
  ])
})

test('an answer is saved by a form without script, which a refusal shows again', async () => {
  const Alice = await somebody()
  const post = (fields: Record<string, string>) =>
    Alice.visit('/profile/prompts', {
      method: 'POST',
      headers: { Origin: `http://${Alice.host}` },
      body: new URLSearchParams(fields),
    })
  const saved = await post({ act: 'add', prompt: keyOf(0), answer: 'By hand' })
  expect([saved.status, saved.headers.get('Location')]).toEqual([
    303,
    '/profile/edit/profile?part=prompts&saved=prompts#prompts',
  ])
  const refusal = await post({ act: 'add', prompt: keyOf(0), answer: 'Again' })
  expect([refusal.status, await refusal.text()]).toEqual([409, 'page:/form/edit-profile'])
  expect(await answers(Alice)).toEqual(['By hand'])
})
