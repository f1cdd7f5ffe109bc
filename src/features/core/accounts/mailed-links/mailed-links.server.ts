import { type Handler, handle, type CallContext } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { countHit } from '#api/limits.server.ts'
import type { Member } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { sessionCookie } from '#api/session-cookie.server.ts'
import { startSession } from '#api/sessions.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { hashToken } from '#lib/token.server.ts'
import type { Host } from '#sites/hosts.ts'
import { ownPath } from '#sites/routes.ts'
import { sendOffer, takeNewAddress } from '../changes/change-email.server.ts'
import { isAddressClash } from '../changes/change-email.sql.ts'
import { comeBackCookie } from '../come-back/come-back-permission.server.ts'
import { COME_BACK } from '../come-back/come-back.ts'
import { type EmailOutcome, emailOutcomePath } from '../email/email-address.ts'
import { maskedAddress, nameOrAddress } from '../email/masked-address.ts'
import { sendFirstMail } from '../greeting.server.ts'
import { resetCookie } from '../reset/reset-permission.server.ts'
import { resetPage } from '../reset/reset.ts'
import { rememberDevice } from '../sign-in/devices.server.ts'
import { proveAddress } from './grants.server.ts'
import {
  type EmailChange,
  lockBearer,
  type MailedLink,
  mailedLink,
  offerIn,
  pressedPurposes,
  spendGrant,
} from './grants.sql.ts'
import { keptLink, mailedLinkCookie } from './mailed-link-cookie.server.ts'
import { followLink, getMailedLink, sendNewLink } from './mailed-links.contract.ts'
import { CONFIRMED, type PressedPurpose, whyOver } from './mailed-links.ts'

/** New links in an hour for one account, whoever asks. */
const NEW_LINKS = { most: 3, seconds: 3600 }

type PressedLink = MailedLink & { purpose: PressedPurpose }

/**
 * Keeps the token of a link to `path` for this browser, and says where its page is: null where it
 * stands in the place of that path. Spends nothing: whatever reads mail before people do may open a
 * link as often as it likes.
 */
export async function openLink(
  services: Services,
  token: string,
  host: Host,
  path: string,
): Promise<{ to: string | null; cookies: string[] }> {
  const { production } = services.settings
  const at = services.clock.now()
  const link = await mailedLink(services.db, hashToken(token), host.brand.id, at)
  const isAt = (page: string) => path.split('?')[0] === page
  if (link?.purpose === 'reset' || (!link && isAt(resetPage.path))) {
    const cookies =
      link?.state === 'open'
        ? [resetCookie({ token, openedAt: at }, services.settings, host.domain)]
        : []
    return { to: resetPage[link?.state ?? 'old'], cookies }
  }
  if (link?.purpose === 'keepAccount' || (!link && isAt(COME_BACK))) {
    return { to: COME_BACK, cookies: link ? [comeBackCookie(token, host.domain, production)] : [] }
  }
  return {
    to: null,
    cookies: [
      mailedLinkCookie(
        { token: link ? token : '', path: ownPath(path) ?? '/dashboard' },
        host.domain,
        production,
      ),
    ],
  }
}

/**
 * Whether the page of an opened link stands in the place of `path`. Where the link is over, its
 * page is shown once: `cookie` then keeps it for a new link alone.
 */
export async function linkShownAt(
  services: Services,
  request: Request,
  host: Host,
  path: string,
): Promise<{ cookie: string | null } | null> {
  const { production } = services.settings
  const kept = keptLink(request.headers.get('Cookie'), production)
  if (kept?.path !== path) return null
  const link = await mailedLink(
    services.db,
    hashToken(kept.token),
    host.brand.id,
    services.clock.now(),
  )
  return {
    cookie:
      link?.state === 'open'
        ? null
        : mailedLinkCookie({ ...kept, path: null }, host.domain, production),
  }
}

async function openedLink({
  services,
  request,
  brand,
  at,
}: CallContext): Promise<{ tokenHash: Buffer; path: string; link: PressedLink | null } | null> {
  const kept = keptLink(request.headers.get('Cookie'), services.settings.production)
  if (!kept) return null
  const tokenHash = hashToken(kept.token)
  const link = await pressedLink(services.db, tokenHash, brand.id, at)
  return { tokenHash, path: kept.path ?? '/dashboard', link }
}

async function pressedLink(...which: Parameters<typeof mailedLink>): Promise<PressedLink | null> {
  const link = await mailedLink(...which)
  const isPressed = link !== null && link.purpose !== 'reset' && link.purpose !== 'keepAccount'
  return isPressed ? (link as PressedLink) : null
}

/** Identifies the link without its token, which cannot be derived from its hash. */
function idOf(tokenHash: Uint8Array): string {
  return Buffer.from(tokenHash).toString('base64url')
}

/** An address that was confirmed by a later link, or by another way, is confirmed. */
function stateOf({ purpose, state, account }: PressedLink): PressedLink['state'] {
  return purpose === 'confirmEmail' && account.emailConfirmedAt !== null && state !== 'open'
    ? 'done'
    : state
}

/** Who asked for an address signs in and asks again; whom staff offered one cannot. */
function renews({ purpose, account, state, payload }: PressedLink, at: Date): boolean {
  const offer = offerIn(payload)
  if (offer) return state === 'old' && new Date(offer.until) > at
  return purpose !== 'changeEmail' && account.ownsEmail && account.emailConfirmedAt === null
}

const showHandler = handle(getMailedLink, async (call) => {
  const opened = await openedLink(call)
  if (!opened?.link) return { link: null }
  const { tokenHash, link } = opened
  const { purpose, account, payload } = link
  const address = maskedAddress(
    purpose === 'changeEmail' ? (payload as EmailChange).email : account.email,
  )
  const isOwn = call.member?.id === account.id
  return {
    link: {
      id: idOf(tokenHash),
      purpose,
      state: stateOf(link),
      isOwn,
      name: nameOrAddress(account),
      address,
      renews: renews(link, call.at),
      endsAll: offerIn(payload) !== null,
    },
  }
})

const followHandler = handle(followLink, async (call) => {
  const { body, services, brand, host, headers, member, token: replaces, at } = call
  const opened = await openedLink(call)
  const done = () =>
    headers.append('Set-Cookie', mailedLinkCookie(null, host.domain, services.settings.production))
  if (body.choice === 'stay') {
    done()
    return { next: opened?.path ?? '/dashboard' }
  }
  if (!opened || idOf(opened.tokenHash) !== body.link) {
    throw new ApiError(
      'conflict',
      'Another link was opened in this browser since. Please open the one that you mean once more.',
    )
  }
  const spent = await spendOnce(services, opened.tokenHash, { ...call, replaces }, at)
  if (!spent) {
    const link = (await openedLink(call))?.link ?? null
    const { title, text } = whyOver(link && { purpose: link.purpose, state: stateOf(link) })
    throw new ApiError(
      'conflict',
      `${title}. ${text}${member ? ` You are still signed in as ${nameOrAddress(member)}.` : ''}`,
    )
  }
  done()
  switch (spent.gives) {
    case 'session':
      for (const cookie of spent.cookies) headers.append('Set-Cookie', cookie)
      services.log.info(
        { accountId: opened.link?.account.id, brand: brand.id },
        'signed in by a link',
      )
      return { next: opened.path }
    case 'confirmed':
      return { next: CONFIRMED }
    case 'emailAddress':
      return { next: emailOutcomePath(spent.outcome) }
  }
})

/**
 * Whoever presses the button of a link's page; `replaces` is the token of the browser's session,
 * `member` its owner.
 */
type LinkBearer = {
  request: Request
  host: Host
  device: string
  member: Pick<Member, 'id' | 'sessionId'> | null
  replaces: string | null
}

type SpentLink =
  | { gives: 'session'; cookies: string[] }
  | { gives: 'confirmed' }
  | { gives: 'emailAddress'; outcome: EmailOutcome }

/** Does what a link is for; null where it is over. The caller holds the lock of `lockBearer`. */
async function spendLink(
  services: Services,
  trx: Trx,
  tokenHash: Uint8Array,
  bearer: LinkBearer,
  at: Date,
): Promise<SpentLink | null> {
  const { host, device, replaces } = bearer
  const { brand, domain } = host
  const grant = await spendGrant(trx, tokenHash, brand.id, pressedPurposes, at)
  if (!grant) return null
  const { accountId } = grant
  if (grant.purpose === 'changeEmail') {
    const outcome = await takeNewAddress(services, trx, grant, bearer, at)
    return outcome && { gives: 'emailAddress', outcome }
  }
  await proveAddress(services, trx, brand, accountId, at)
  if (grant.purpose === 'confirmEmail') return { gives: 'confirmed' }
  const token = await startSession(trx, { accountId, brand: brand.id, device, at, replaces })
  const known = await rememberDevice(trx, { ...bearer, services }, accountId, at)
  return {
    gives: 'session',
    cookies: [sessionCookie(token, domain, services.settings.production), known],
  }
}

async function spendOnce(
  services: Services,
  tokenHash: Uint8Array,
  bearer: LinkBearer,
  at: Date,
): Promise<SpentLink | null> {
  const spent = services.db.transaction().execute(async (trx) => {
    await lockBearer(trx, tokenHash)
    return spendLink(services, trx, tokenHash, bearer, at)
  })
  return spent.catch((error: unknown) => {
    if (isAddressClash(error)) return { gives: 'emailAddress' as const, outcome: 'taken' as const }
    throw error
  })
}

const renewHandler = handle(sendNewLink, async (call) => {
  const { services, brand, at } = call
  const opened = await openedLink(call)
  await services.db.transaction().execute(async (trx) => {
    // A new password, or a newer link, may void it at the same moment.
    if (opened) await lockBearer(trx, opened.tokenHash)
    const link = opened?.link && (await pressedLink(trx, opened.tokenHash, brand.id, at))
    if (!link || !renews(link, at))
      throw new ApiError(
        'conflict',
        'There is nothing left to confirm by this link. You can sign in, or ask for a new password.',
      )
    await countHit(trx, `new-link:${link.account.id}`, NEW_LINKS, at)
    const offer = offerIn(link.payload)
    if (offer) return sendOffer(services, trx, brand, { accountId: link.account.id, offer, at })
    // A link that signs in was sent to somebody who has no password yet.
    const openSteps = link.purpose === 'signIn' ? (['oneClick'] as const) : []
    await sendFirstMail(services, trx, brand, { ...link.account, openSteps }, at)
  })
  return { ok: true as const }
})

export const mailedLinkHandlers: Handler[] = [showHandler, followHandler, renewHandler]
