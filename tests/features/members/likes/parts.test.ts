import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { changePrompts } from '#core/people/prompts/prompts.contract.ts'
import { DAY } from '#lib/clock.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { whoWaits } from '#members/messages/inbox/waiting.contract.ts'
import { chatMessages, sendMessage } from '#members/messages/messages.contract.ts'
import { allowPhotos } from '#members/photos/access/access.contract.ts'
import { home } from '#members/search/home/home.contract.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import { app, setsAccount, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins, views } from '#tests/support/cast.ts'
import { erase, leave } from '#tests/support/leaving.ts'
import { addressIn, aPhoto, deletesPhoto, look, upload } from '#tests/support/photos.ts'

/** What a like or a message is about: a photo or an answer of the other's profile. */

type Part = { photo?: number; prompt?: number }
type Owner = CastMember & { photo: number; private: number; prompt: number }

withApp()
let count = 0
let picture: Uint8Array
beforeAll(async () => {
  picture = await aPhoto({ width: 400, height: 500 })
})

async function somebody(name: string): Promise<CastMember> {
  count += 1
  const member = await joins(app, {
    brand: 'adultcrush',
    username: `${name}${count}`,
    gender: name === 'Alice' ? 'woman' : 'man',
  })
  await becomesPremium(app, member)
  return member
}

/** With a photo, a private one, and an answer. */
async function owner(): Promise<Owner> {
  const member = await somebody('Alice')
  const [open, hidden] = [
    await upload(member, picture),
    await upload(member, picture, { isPrivate: 'on' }),
  ]
  await member.calls(changePrompts, { body: { act: 'add', prompt: 'want', answer: 'A long walk' } })
  const { id } = await app.db
    .selectFrom('prompt_answers')
    .select('id')
    .where('account_id', '=', member.id)
    .executeTakeFirstOrThrow()
  return { ...member, photo: open.id, private: hidden.id, prompt: id }
}

const write = (who: CastMember, to: CastMember, part: Part, idempotencyKey?: string) =>
  who.calls(
    sendMessage,
    { body: { id: to.id, body: 'Tell me more', ...part } },
    idempotencyKey ? { idempotencyKey } : {},
  )
const match = (who: CastMember, whom: CastMember, part: Part, action: 'like' | 'unlike' = 'like') =>
  who.calls(matchAction, { params: { action }, body: { id: whom.id, ...part } })
const chat = (who: CastMember, other: CastMember, part: Part = {}) =>
  who.calls(chatMessages, { query: { id: other.id, ...part } })
const quotes = async (who: CastMember, other: CastMember) =>
  (await chat(who, other)).messages.map(({ about }) => about)
const likers = async (who: CastMember) =>
  (await who.calls(widget, { params: { list: 'likesYou', page: 1, count: 24 } })).members
const news = async (who: CastMember) => (await who.calls(home)).news
const waiting = async (who: CastMember) => (await who.calls(whoWaits, { query: {} })).waiting
const rowsOf = async (table: 'messages' | 'likes' | 'liked_parts') =>
  (
    await app.db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

const unreachable: ReadonlyArray<
  readonly [what: string, part: (Alice: Owner, other: Owner) => Part | Promise<Part>]
> = [
  ['a photo of somebody else', (_, other) => ({ photo: other.photo })],
  ['a private photo', (Alice) => ({ photo: Alice.private })],
  [
    'a photo that is deleted',
    async (Alice) => (await deletesPhoto(Alice, Alice.photo), { photo: Alice.photo }),
  ],
  ['a photo that never was', () => ({ photo: 987_654 })],
  ['an answer of somebody else', (_, other) => ({ prompt: other.prompt })],
  [
    'an answer that is taken away',
    async (Alice) => (
      await Alice.calls(changePrompts, { body: { act: 'remove', id: Alice.prompt } }),
      { prompt: Alice.prompt }
    ),
  ],
]

describe.each([
  ['a message', write],
  ['a like', match],
] as const)('%s', (_, act) => {
  test.each(unreachable)(
    'about %s is refused, alike for all, and nothing is kept of it',
    async (what, part) => {
      const [Alice, other, Bob] = [await owner(), await owner(), await somebody('Bob')]
      const about = await part(Alice, other)
      const before = [await rowsOf('messages'), await rowsOf('likes'), await rowsOf('liked_parts')]
      await expect(act(Bob, Alice, about)).rejects.toMatchObject({
        status: 404,
        code: 'notFound',
        message: `This ${what.includes('photo') ? 'photo' : 'answer'} is no longer there.`,
      })
      expect([
        await rowsOf('messages'),
        await rowsOf('likes'),
        await rowsOf('liked_parts'),
      ]).toEqual(before)
    },
  )

  test('about a photo and an answer at once is refused', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    await expect(
      act(Bob, Alice, { photo: Alice.photo, prompt: Alice.prompt }),
    ).rejects.toMatchObject({ status: 422, errors: [{ field: 'prompt' }] })
  })

  test('about an answer of whoever blocked the member is refused as every other', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    await app.db
      .insertInto('blocks')
      .values({ blocker_id: Alice.id, blocked_id: Bob.id, created_at: app.clock.now() })
      .execute()
    await expect(act(Bob, Alice, { prompt: Alice.prompt })).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('about a private photo that was opened to the member is taken', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    await Alice.calls(allowPhotos, { params: { id: Bob.id }, body: { allowed: true } })
    await act(Bob, Alice, { photo: Alice.private })
    expect(
      act === write ? (await quotes(Alice, Bob))[0] : (await likers(Alice))[0]?.likedOfYours?.[0],
    ).toMatchObject({ kind: 'photo', id: Alice.private })
  })
})

describe('a message about a photo', () => {
  test('shows it to both, until it is deleted', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    expect((await chat(Bob, Alice, { photo: Alice.photo })).about).toMatchObject({
      kind: 'photo',
      id: Alice.photo,
      picture: { width: 400 },
    })
    const { message } = await write(Bob, Alice, { photo: Alice.photo })
    expect(message.about).toMatchObject({ kind: 'photo', id: Alice.photo })
    for (const [reader, other] of [
      [Alice, Bob],
      [Bob, Alice],
    ] as const) {
      const [about] = await quotes(reader, other)
      expect(about).toMatchObject({ kind: 'photo', id: Alice.photo, picture: { width: 400 } })
      expect(
        (await look(app, about?.kind === 'photo' ? addressIn(about.picture) : '', reader)).status,
      ).toBe(200)
    }
    await deletesPhoto(Alice, Alice.photo)
    for (const about of [...(await quotes(Alice, Bob)), ...(await quotes(Bob, Alice))])
      expect(about).toEqual({ kind: 'photo', id: Alice.photo, picture: null })
    expect((await chat(Bob, Alice, { photo: Alice.photo })).about).toBeNull()
  })

  test('that is made private, or closed again, shows it to its owner alone', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    await write(Bob, Alice, { photo: Alice.photo })
    await app.db
      .updateTable('photos')
      .set({ is_private: true })
      .where('id', '=', Alice.photo)
      .execute()
    expect(await quotes(Bob, Alice)).toEqual([{ kind: 'photo', id: Alice.photo, picture: null }])
    expect(await quotes(Alice, Bob)).toMatchObject([
      { kind: 'photo', id: Alice.photo, picture: { width: 400 } },
    ])
  })
})

describe('a message about an answer', () => {
  test('keeps its words as they were, whatever becomes of it', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    await write(Bob, Alice, { prompt: Alice.prompt })
    await Alice.calls(changePrompts, {
      body: { act: 'save', id: Alice.prompt, answer: 'A short walk' },
    })
    await Alice.calls(changePrompts, { body: { act: 'remove', id: Alice.prompt } })
    const about = {
      kind: 'prompt',
      id: Alice.prompt,
      question: 'What I want, in one sentence',
      answer: 'A long walk',
    }
    expect(await quotes(Alice, Bob)).toEqual([about])
    expect(await quotes(Bob, Alice)).toEqual([about])
  })

  test('is sent once by one key, and its words are gone with whose they are', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    await Promise.all([
      write(Bob, Alice, { prompt: Alice.prompt }, 'once'),
      write(Bob, Alice, { prompt: Alice.prompt }, 'once'),
    ])
    expect(await quotes(Bob, Alice)).toHaveLength(1)
    await expect(write(Bob, Alice, { photo: Alice.photo }, 'once')).rejects.toMatchObject({
      status: 409,
    })
    await leave(Alice)
    app.clock.advance(15 * DAY)
    await erase(app)
    const { rows } = await sql`select from message_quotes where owner_id = ${Alice.id}`.execute(
      app.db,
    )
    expect(rows).toEqual([])
  })

  test('costs what every message costs: nothing is sent without it', async () => {
    const Alice = await owner()
    const poor = await joins(app, { brand: 'wivesnow', username: `Poor${count}`, gender: 'man' })
    await expect(write(poor, Alice, { prompt: Alice.prompt })).rejects.toMatchObject({
      status: 402,
      code: 'noCredits',
    })
    const standard = await joins(app, {
      brand: 'adultcrush',
      username: `Standard${count}`,
      gender: 'man',
    })
    await expect(write(standard, Alice, { prompt: Alice.prompt })).rejects.toMatchObject({
      status: 402,
      code: 'needsPremium',
    })
  })

  test('is sent by a form without script', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    const sent = await Bob.visit(
      '/message/chatMessages',
      formOf(Bob, { id: Alice.id, prompt: Alice.prompt, body: 'By hand' }),
    )
    expect([sent.status, sent.headers.get('Location')]).toEqual([
      303,
      `/messages?with=${Alice.id}#newest`,
    ])
    expect(await quotes(Alice, Bob)).toMatchObject([{ kind: 'prompt', id: Alice.prompt }])
  })
})

describe('a like of a part', () => {
  test('is a like of the person, who sees what of theirs is liked, in the list and on the profile', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    expect(await match(Bob, Alice, { prompt: Alice.prompt })).toEqual({
      liked: true,
      isMatch: false,
      next: `/profile/view/id/${Alice.id}#prompt-${Alice.prompt}`,
    })
    await match(Bob, Alice, { photo: Alice.photo })
    const parts = [
      { kind: 'prompt', id: Alice.prompt, answer: 'A long walk' },
      { kind: 'photo', id: Alice.photo, picture: { width: 400 } },
    ]
    expect(await likers(Alice)).toMatchObject([{ id: Bob.id, likedOfYours: parts }])
    expect(await views(Alice, Bob)).toMatchObject({ likesYou: true, likedOfYours: parts })
    expect(await views(Bob, Alice)).toMatchObject({
      isLiked: true,
      likedPhotos: [Alice.photo],
      prompts: [{ isLiked: true }],
      likedOfYours: [],
    })
  })

  test('is told at home: in the news of likes and of matches, and beside whoever waits for an answer', async () => {
    const [Alice, Bob, Cid] = [await owner(), await somebody('Bob'), await somebody('Cid')]
    await match(Bob, Alice, { prompt: Alice.prompt })
    await match(Cid, Alice, { photo: Alice.photo })
    await match(Alice, Cid, {})
    const [answer, photo] = [
      { kind: 'prompt', id: Alice.prompt },
      { kind: 'photo', id: Alice.photo },
    ]
    expect(await news(Alice)).toMatchObject([
      { kind: 'matches', people: [{ id: Cid.id, likedOfYours: [photo] }] },
      { kind: 'likes', people: [{ id: Bob.id, likedOfYours: [answer] }] },
    ])
    await write(Bob, Alice, {})
    expect(await waiting(Alice)).toMatchObject([
      { other: { userId: Bob.id }, likedOfYours: [answer] },
    ])
    await match(Bob, Alice, { prompt: Alice.prompt }, 'unlike')
    expect(await waiting(Alice)).toMatchObject([{ likedOfYours: [] }])
  })

  test('of a standard member is not given away by what of theirs is liked', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    await setsAccount(app, Alice, { premium_until: null, first_premium_at: null })
    await match(Bob, Alice, { prompt: Alice.prompt })
    expect(await likers(Alice)).toEqual([])
    expect(await views(Alice, Bob)).toMatchObject({ likesYou: false, likedOfYours: [] })
    expect(await news(Alice)).toMatchObject([{ kind: 'likes', people: [], count: 1 }])
    await write(Bob, Alice, {})
    expect(await waiting(Alice)).toMatchObject([{ likedOfYours: [] }])
    // A match is known to both.
    await match(Alice, Bob, {})
    expect(await waiting(Alice)).toMatchObject([
      { likedOfYours: [{ kind: 'prompt', id: Alice.prompt }] },
    ])
  })

  test('given by both at the same moment is one match', async () => {
    const [Alice, Bob] = [await owner(), await owner()]
    const done = await Promise.all([
      match(Alice, Bob, { photo: Bob.photo }),
      match(Bob, Alice, { prompt: Alice.prompt }),
      match(Bob, Alice, { prompt: Alice.prompt }),
    ])
    expect(done.filter(({ isMatch }) => isMatch).length).toBeGreaterThan(0)
    const { rows } =
      await sql`select from matches where low_id = ${Math.min(Alice.id, Bob.id)} and high_id = ${Math.max(Alice.id, Bob.id)}`.execute(
        app.db,
      )
    expect(rows).toHaveLength(1)
    expect((await views(Alice, Bob)).likedOfYours).toHaveLength(1)
  })

  test('is taken back by itself, and with the like of the person', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    await match(Bob, Alice, { prompt: Alice.prompt })
    await match(Bob, Alice, { photo: Alice.photo })
    expect(await match(Bob, Alice, { photo: Alice.photo }, 'unlike')).toMatchObject({
      liked: true,
      isMatch: false,
    })
    expect(await views(Bob, Alice)).toMatchObject({
      isLiked: true,
      likedPhotos: [],
      prompts: [{ isLiked: true }],
    })
    await match(Bob, Alice, {}, 'unlike')
    expect(await views(Bob, Alice)).toMatchObject({
      isLiked: false,
      prompts: [{ isLiked: false }],
    })
  })

  test('is no longer told once the part is gone', async () => {
    const [Alice, Bob] = [await owner(), await somebody('Bob')]
    await match(Bob, Alice, { photo: Alice.photo })
    await deletesPhoto(Alice, Alice.photo)
    expect(await likers(Alice)).toMatchObject([{ id: Bob.id, likedOfYours: [] }])
  })

  test.each(['like', 'unlike'] as const)(
    '%s by a form without script leads back to the part',
    async (action) => {
      const [Alice, Bob] = [await owner(), await somebody('Bob')]
      if (action === 'unlike') await match(Bob, Alice, { photo: Alice.photo })
      const answer = await Bob.visit(
        `/match/${action}`,
        formOf(Bob, { id: Alice.id, photo: Alice.photo }),
      )
      expect([answer.status, answer.headers.get('Location')]).toEqual([
        303,
        `/profile/view/id/${Alice.id}#photo-${Alice.photo}`,
      ])
      expect((await views(Bob, Alice)).likedPhotos).toEqual(action === 'like' ? [Alice.photo] : [])
    },
  )
})

function formOf({ host }: CastMember, fields: Record<string, string | number>): RequestInit {
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  )
  return { method: 'POST', headers: { Origin: `http://${host}` }, body }
}
