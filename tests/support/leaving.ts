import { CallError } from '#api/client.ts'
import { newNotifications } from '#core/live/tickers.contract.ts'
import { erasureJob } from '#members/leaving/erasure.server.ts'
import { deleteAccount } from '#members/leaving/leaving.contract.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { messageIndex } from '#members/messages/inbox/inbox.contract.ts'
import { chatMessages, sendMessage } from '#members/messages/messages.contract.ts'
import { widget } from '#members/search/lists/lists.contract.ts'
import { listNames } from '#members/search/lists/lists.ts'
import { viewProfile } from '#members/search/profile/profile.contract.ts'
import { searchUsers } from '#members/search/search.contract.ts'
import type { TestApp, Visitor } from './app.ts'
import { type CastMember, PASSWORD } from './cast.ts'
import { keptBy, look } from './photos.ts'

/** Where a viewer comes across a member, by place; `photo` is the address of a photo of theirs. */
export async function placesOf(
  app: TestApp,
  viewer: CastMember,
  member: { id: number; username: string },
  photo: string | null,
): Promise<string[]> {
  const { id, username } = member
  const places: string[] = []
  const isThere = (place: string, isHere: boolean) => void (isHere && places.push(place))
  for (const list of listNames) {
    const { members } = await viewer.calls(widget, { params: { list, page: 1, count: 24 } })
    isThere(
      list,
      members.some((card) => card.id === id),
    )
  }
  const found = await viewer.calls(searchUsers, {
    query: { gender: ['woman', 'man'], radius: 'any', country: 'any' },
  })
  isThere(
    'search',
    found.members.some((card) => card.id === id),
  )
  isThere('profile', await works(viewer.calls(viewProfile, { params: { id } })))
  const { conversations } = await viewer.calls(messageIndex, { query: {} })
  isThere(
    'inbox',
    conversations.some(({ other }) => other.userId === id),
  )
  isThere('chat', await works(viewer.calls(chatMessages, { query: { id } })))
  isThere(
    'message',
    await works(viewer.calls(sendMessage, { body: { id, body: 'Are you there?' } })),
  )
  const { notifications } = await viewer.calls(newNotifications)
  isThere('notifications', JSON.stringify(notifications).includes(username))
  isThere(
    'photo',
    photo !== null && (await look(app, keptBy(app, viewer, photo), viewer)).status === 200,
  )
  return places
}

async function works(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallError && ['unavailable', 'verifiedOnly'].includes(error.code))
        return false
      throw error
    },
  )
}

type Leaving = Partial<Record<'password' | 'reason' | 'words', string>>

export function leave(who: Visitor, more: Leaving = {}) {
  return who.calls(deleteAccount, { body: { password: PASSWORD, ...more } as never })
}

/** Runs the erasure of everybody whose time has come. */
export function erase(app: TestApp): Promise<void> {
  return erasureJob.start(app.services).run(new AbortController().signal)
}

/** Both like, have visited each other, and have written. */
export async function meets(app: TestApp, one: CastMember, other: CastMember): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    await from.calls(matchAction, { params: { action: 'like' }, body: { id: to.id } })
    await from.calls(viewProfile, { params: { id: to.id } })
    await from.calls(sendMessage, { body: { id: to.id, body: `From ${from.username}` } })
    app.clock.advance(1000)
  }
}
