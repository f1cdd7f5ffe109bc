import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertRefused } from '../../../../src/api/client.ts'
import type { getSettings } from '../../../../src/features/core/accounts/settings.contract.ts'
import type { setFirstMessages } from '../../../../src/features/core/people/first-messages.contract.ts'
import type { matchAction } from '../../../../src/features/members/likes/likes.contract.ts'
import type {
  chatMessages,
  sendMessage,
} from '../../../../src/features/members/messages/messages.contract.ts'
import type { sendVoice } from '../../../../src/features/members/messages/voice.contract.ts'
import type { sendMagicMessage } from '../../../../src/features/members/search/magic-message.contract.ts'
import type { viewProfile } from '../../../../src/features/members/search/profile.contract.ts'
import { grantCredits } from '../../../../src/features/money/credits/credits.sql.ts'
import { DAY } from '../../../../src/lib/clock.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { type CastMember, joins } from '../../../support/cast.ts'
import { tone } from '../../../support/sounds.ts'

/** Who may begin a conversation, as one table: each way to write, each kind of sender. */

const BRAND = 'megaflirt'
let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function person(
  name: string,
  more: Partial<Parameters<typeof joins>[1]> = {},
): Promise<CastMember> {
  const member = await joins(app, { brand: BRAND, username: `${name}${(number += 1)}`, ...more })
  const lot = {
    credits: 50,
    source: 'grant' as const,
    reference: `test:${number}`,
    expiresAt: null,
    at: app.clock.now(),
  }
  await app.services.db.transaction().execute((trx) => grantCredits(trx, member.id, lot))
  return member
}
const verify = (who: CastMember) =>
  app.services.db
    .updateTable('profiles')
    .set({ verified_at: app.clock.now(), verified_photo_id: 1 })
    .where('account_id', '=', who.id)
    .execute()
const takesFrom = (who: CastMember, from: 'everybody' | 'verified') =>
  who.send<typeof setFirstMessages>('POST /profile/setFirstMessages', { body: { from } })
const text = (from: CastMember, to: CastMember) =>
  from.send<typeof sendMessage>('POST /message/chatMessages', {
    body: { id: to.id, body: 'Good evening' },
  })
const like = (from: CastMember, to: CastMember) =>
  from.send<typeof matchAction>('POST /match/{action}', {
    params: { action: 'like' },
    body: { id: to.id },
  })
const voice = (from: CastMember, to: CastMember) => {
  const form = new FormData()
  form.set('id', String(to.id))
  form.set('recording', new Blob([tone()]))
  return from.send<typeof sendVoice>('POST /message/voice', { form })
}
const chat = (reader: CastMember, other: CastMember) =>
  reader.send<typeof chatMessages>('GET /message/chatMessages', { query: { id: other.id } })

/** How a first message may come, and what else stands between the two. */
const ways: Record<string, (from: CastMember, to: CastMember) => Promise<unknown>> = {
  text,
  voice,
  'text after a match': async (from, to) => {
    await like(from, to)
    await like(to, from)
    return text(from, to)
  },
  'opener to ten': (from) =>
    from.send<typeof sendMagicMessage>('POST /message/sendMagicMessage', {
      body: { body: 'Who mends radios?' },
    }),
}
const senders = {
  stranger: async () => person('Sam', { lookingFor: ['woman'] }),
  verified: async () => {
    const sender = await person('Vera', { lookingFor: ['woman'] })
    await verify(sender)
    return sender
  },
}

describe.each(['everybody', 'verified'] as const)(
  'a member who takes first messages from %s',
  (from) => {
    test.each(
      Object.keys(ways).flatMap((way) =>
        (['stranger', 'verified'] as const).map((kind) => [way, kind] as const),
      ),
    )('%s of a %s', async (way, kind) => {
      // Nobody else is online for the opener to ten.
      app.clock.advance(DAY)
      const [to, sender] = [await person('Mia'), await senders[kind]()]
      await takesFrom(to, from)
      const isSent = await ways[way]?.(sender, to).then(
        () => true,
        (error: unknown) => {
          assertRefused(error)
          expect(['verifiedOnly', 'conflict']).toContain(error.code)
          return false
        },
      )
      const mayBegin = from === 'everybody' || kind === 'verified'
      expect(isSent).toBe(mayBegin)
      expect((await chat(to, sender)).messages).toHaveLength(mayBegin ? 1 : 0)
    })
  },
)

test('who may write first is said before one writes: in the chat and on the profile', async () => {
  const [Mia, Sam] = [await person('Mia'), await person('Sam')]
  await takesFrom(Mia, 'verified')
  const seen = async () => ({
    chat: (await chat(Sam, Mia)).writing.code,
    profile: (
      await Sam.send<typeof viewProfile>('GET /profile/view/id/{id}', { params: { id: Mia.id } })
    ).writing,
  })
  expect(await seen()).toEqual({
    chat: 'verifiedOnly',
    profile: { may: false, price: 1, code: 'verifiedOnly' },
  })
  await verify(Sam)
  expect(await seen()).toEqual({ chat: null, profile: { may: true, price: 1, code: null } })
})

test('a conversation that has begun goes on, whoever began it, also when a mark falls away', async () => {
  const [Mia, Sam, Tim] = [await person('Mia'), await person('Sam'), await person('Tim')]
  await text(Sam, Mia)
  await takesFrom(Mia, 'verified')
  await text(Sam, Mia)
  await text(Mia, Tim)
  await text(Tim, Mia)
  expect((await chat(Mia, Tim)).messages).toHaveLength(2)
})

test('who may write first is a setting that is kept, and needs a choice', async () => {
  const Mia = await person('Mia')
  const saved = async () =>
    (await Mia.send<typeof getSettings>('GET /profile/settings', {})).firstMessages
  expect(await saved()).toBe('everybody')
  await takesFrom(Mia, 'verified')
  expect(await saved()).toBe('verified')
  await takesFrom(Mia, 'everybody')
  expect(await saved()).toBe('everybody')
  await expect(takesFrom(Mia, 'nobody' as 'everybody')).rejects.toMatchObject({ code: 'invalid' })
})

test('costs nothing where it is refused', async () => {
  const [Mia, Sam] = [await person('Mia'), await person('Sam')]
  await takesFrom(Mia, 'verified')
  await expect(text(Sam, Mia)).rejects.toMatchObject({ status: 403, code: 'verifiedOnly' })
  const { sum } = await app.services.db
    .selectFrom('credit_entries')
    .select(({ fn }) => fn.sum<number>('amount').as('sum'))
    .where('account_id', '=', Sam.id)
    .executeTakeFirstOrThrow()
  expect(Number(sum)).toBe(50)
})
