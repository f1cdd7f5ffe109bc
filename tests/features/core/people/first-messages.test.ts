import { describe, expect, test } from 'vitest'
import { assertRefused } from '#api/client.ts'
import { getSettings } from '#core/accounts/settings/settings.contract.ts'
import { setFirstMessages } from '#core/people/first-messages/first-messages.contract.ts'
import { DAY } from '#lib/clock.ts'
import { sendVoice } from '#members/messages/voice/voice.contract.ts'
import { sendMagicMessage } from '#members/search/magic-message/magic-message.contract.ts'
import { app, setsProfile, withApp } from '#tests/support/app.ts'
import { type CastMember, chatOf, joins, likes, views, writesTo } from '#tests/support/cast.ts'
import { givesCredits } from '#tests/support/credits.ts'
import { tone } from '#tests/support/sounds.ts'

/** Who may begin a conversation, as one table: each way to write, each kind of sender. */

const BRAND = 'megaflirt'
withApp()
let number = 0

async function person(
  name: string,
  more: Partial<Parameters<typeof joins>[1]> = {},
): Promise<CastMember> {
  const member = await joins(app, { brand: BRAND, username: `${name}${(number += 1)}`, ...more })
  await givesCredits(app, member, 50)
  return member
}
const verify = (who: CastMember) =>
  setsProfile(app, who, { verified_at: app.clock.now(), verified_photo_id: 1 })
const takesFrom = (who: CastMember, from: 'everybody' | 'verified') =>
  who.calls(setFirstMessages, { body: { from } })
const voice = (from: CastMember, to: CastMember) => {
  const form = new FormData()
  form.set('id', String(to.id))
  form.set('recording', new Blob([tone()]))
  return from.calls(sendVoice, { form })
}

/** How a first message may come, and what else stands between the two. */
const ways: Record<string, (from: CastMember, to: CastMember) => Promise<unknown>> = {
  text: writesTo,
  voice,
  'text after a match': async (from, to) => {
    await likes(from, to)
    await likes(to, from)
    return writesTo(from, to)
  },
  'opener to ten': (from) => from.calls(sendMagicMessage, { body: { body: 'Who mends radios?' } }),
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
      expect((await chatOf(to, sender)).messages).toHaveLength(mayBegin ? 1 : 0)
    })
  },
)

test('who may write first is said before one writes: in the chat and on the profile', async () => {
  const [Mia, Sam] = [await person('Mia'), await person('Sam')]
  await takesFrom(Mia, 'verified')
  const seen = async () => ({
    chat: (await chatOf(Sam, Mia)).writing.code,
    profile: (await views(Sam, Mia)).writing,
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
  await writesTo(Sam, Mia)
  await takesFrom(Mia, 'verified')
  await writesTo(Sam, Mia)
  await writesTo(Mia, Tim)
  await writesTo(Tim, Mia)
  expect((await chatOf(Mia, Tim)).messages).toHaveLength(2)
})

test('who may write first is a setting that is kept, and needs a choice', async () => {
  const Mia = await person('Mia')
  const saved = async () => (await Mia.calls(getSettings)).firstMessages
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
  await expect(writesTo(Sam, Mia)).rejects.toMatchObject({ status: 403, code: 'verifiedOnly' })
  const { sum } = await app.db
    .selectFrom('credit_entries')
    .select(({ fn }) => fn.sum<number>('amount').as('sum'))
    .where('account_id', '=', Sam.id)
    .executeTakeFirstOrThrow()
  expect(Number(sum)).toBe(50)
})
