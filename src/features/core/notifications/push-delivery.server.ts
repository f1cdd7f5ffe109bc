import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { Services } from '#api/services.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, later, MINUTE, SECOND } from '#lib/clock.ts'
import { brandById } from '#sites/registry.ts'
import { accountStatus } from '../accounts/standing/account-status.sql.ts'
import { isOfferedOn, isShownOn } from '../people/shown-to/visible.sql.ts'
import { deviceKeysIn } from './device-keys.server.ts'
import { postPush, PrivateAddressError, type PushTransport } from './push-transport.server.ts'
import { claimPushes, dropPush, dropSubscription, type DuePush, postponePush } from './push.sql.ts'
import { payloadOf } from './push.ts'
import { vapidOf } from './vapid.server.ts'

const AT_ONCE = 10
/** With the pauses below, about an hour; by then a push is of no use. */
const MAX_TRIES = 7

/** Sends queued pushes. `post` is the network; tests give their own push service. */
export function pushJobOver(post: PushTransport): Job {
  return {
    name: 'push',
    period: 30 * SECOND,
    start: (services) => ({
      async run(stopping) {
        while (!stopping.aborted) {
          const due = await claimPushes(services.db, AT_ONCE, services.clock.now())
          if (due.length === 0) return
          const done = await Promise.allSettled(due.map((push) => deliver(services, post, push)))
          for (const one of done) if (one.status === 'rejected') throw one.reason
        }
      },
    }),
  }
}

export const pushJob = pushJobOver(postPush)

async function deliver(services: Services, post: PushTransport, push: DuePush): Promise<void> {
  const { db, clock, log } = services
  // Each time it could not be built, or its process ended.
  if (push.tries > MAX_TRIES) return dropPush(db, push.id)
  const verdict = await tryToPost(services, post, push)
  // The address of a browser is a secret of the member's, so it is not logged.
  if (verdict !== 'sent')
    log.info({ push: push.id, kind: push.kind, tries: push.tries, verdict }, 'push not sent')
  if (verdict === 'gone') return dropSubscription(db, push.subscriptionId)
  if (verdict === 'later' && push.tries < MAX_TRIES)
    return postponePush(db, push.id, later(clock.now(), MINUTE * 2 ** (push.tries - 1)))
  return dropPush(db, push.id)
}

/** `gone`: this browser's address or key is of no use; `refused`: this push is not. */
type Verdict = 'sent' | 'gone' | 'refused' | 'later'

/** Throws where it cannot be built: the browser's keys are good by then, so that ours is not. */
async function tryToPost(
  { db, settings }: Services,
  post: PushTransport,
  push: DuePush,
): Promise<Verdict> {
  const brand = brandById(push.brand)
  if (!brand || (await accountStatus(db, push.accountId)) === 'gone') return 'gone'
  // Nobody is called for somebody who is blocked, passed, banned, deleted or hidden by now. Only a
  // conversation goes on during a break: what else somebody did is in lists, where they are not
  // found.
  const isThere = push.kind === 'message' ? isShownOn : isOfferedOn
  if (
    push.otherId !== null &&
    !(await isThere(db, { viewerId: push.accountId, brandId: brand.id }, push.otherId))
  )
    return 'refused'
  const keys = deviceKeysIn(push)
  if (!keys) return 'gone'
  const { endpoint } = push
  const { headers, body } = await buildPushPayload(
    {
      data: payloadOf(push.kind, push),
      options: {
        ttl: DAY / SECOND,
        // A newer push of the kind replaces one that the browser has not fetched.
        topic: push.kind,
        urgency: push.kind === 'message' ? 'high' : 'normal',
      },
    },
    { endpoint, expirationTime: null, keys },
    { subject: `mailto:${brand.legal.supportEmail}`, ...vapidOf(settings.sessionSecret) },
  )
  return post(new URL(endpoint), { headers, body }).then(verdictOf, (error: unknown) =>
    error instanceof PrivateAddressError ? 'gone' : 'later',
  )
}

/** RFC 8030; a 403 says that the subscription was made with another key. */
function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'sent'
  if ([401, 403, 404, 410].includes(status)) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}
