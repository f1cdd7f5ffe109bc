import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Texts } from '../content/texts.server.ts'
import { compiledOnce } from '../db/compiled-once.ts'
import type { Db, Trx } from '../db/connection.server.ts'
import { deleteSome } from '../db/delete-some.server.ts'
import { DAY, HOUR, later, MINUTE } from '../lib/clock.ts'
import { setCookie } from '../lib/cookies.server.ts'
import { cookieIn } from '../lib/cookies.ts'
import type { Gender } from '../sites/genders.ts'
import type { Brand } from '../sites/site.ts'
import type { SessionCache } from './session-cache.server.ts'

/** A session ends after 30 days without a visit, and at the latest 180 days after sign-in. */
const SESSION_IDLE_TIMEOUT = 30 * DAY
const VISIT_TIMEOUT = 30 * MINUTE
const SESSION_MAX_LIFETIME = 180 * DAY
/** How long a session has staff access after its second factor (assurance 8). */
const STAFF_ACCESS_LIFETIME = 12 * HOUR

type StaffAccess = 'no' | 'unproven' | 'proven'
export type Member = {
  id: number
  sessionId: number
  visitStartedAt: Date
  username: string
  homeBrand: string
  email: string
  ownsEmail: boolean
  emailConfirmedAt: Date | null
  /** Whether the account accepted this brand's terms and privacy policy: present version, an older one, or none. */
  terms: 'accepted' | 'outdated' | 'new'
  gender: Gender
  lookingFor: readonly Gender[]
  birthday: string
  birthdayCorrectedAt: Date | null
  country: string
  placeName: string
  region: string
  latitude: number
  longitude: number
  premiumUntil: Date | null
  firstPremiumAt: Date | null
  sharingAcceptedAt: Date | null
  subid: string | null
  popunderSeenAt: Date | null
  fullPageAdDueAt: Date | null
  /** Whether others see the member's presence, and what they have read; whether their visits are noted. */
  showsOnline: boolean
  showsReading: boolean
  notesVisits: boolean
  /** Blurs the pictures of others for a member who looks at the site in public. */
  safeMode: boolean
  /** The language of dates and times, or null. */
  locale: string | null
  wishedAgeFrom: number | null
  wishedAgeTo: number | null
  wishedKm: number | null
  usernameChangedAt: Date | null
  staff: StaffAccess
  createdAt: Date
  /** Since when the profile is paused; null if it is not. */
  pausedAt: Date | null
  openSteps: readonly string[]
}

/** The member who acts, and the brand: a parameter of every function that reads or writes for a member. */
export type Scope = { brand: Brand; member: Member; at: Date }

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function sessionCookieName(secure: boolean): string {
  return secure ? '__Secure-session' : 'session'
}

export function sessionToken(cookies: string | null, secure: boolean): string | null {
  return cookieIn(cookies, sessionCookieName(secure))
}

/** A null `token` signs out. The lifetime is the absolute maximum: the server enforces the idle timeout. */
export function sessionCookie(token: string | null, domain: string, secure: boolean): string {
  return setCookie({ name: sessionCookieName(secure), value: token, domain, life: SESSION_MAX_LIFETIME, secure })
}

/** `replaces` is the token of the browser's previous session; the database stores only hashes. */
export async function startSession(
  db: Db | Trx,
  session: { accountId: number; brand: string; device: string; at: Date; replaces: string | null; secondFactorAt?: Date },
): Promise<string> {
  if (session.replaces !== null) await endSession(db, session.replaces)
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      account_id: session.accountId,
      brand: session.brand,
      device: session.device,
      created_at: session.at,
      last_seen_at: session.at,
      expires_at: later(session.at, SESSION_IDLE_TIMEOUT),
      second_factor_at: session.secondFactorAt ?? null,
    })
    .execute()
  return token
}

export async function endSession(db: Db | Trx, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export async function endOtherSessions(db: Db | Trx, accountId: number, kept: string | null): Promise<void> {
  const sessions = db.deleteFrom('sessions').where('account_id', '=', accountId)
  await (kept === null ? sessions : sessions.where('token_hash', '<>', hashToken(kept))).execute()
}

export async function revokeSecondFactor(db: Db | Trx, accountId: number): Promise<void> {
  await db.updateTable('sessions').set({ second_factor_at: null }).where('account_id', '=', accountId).execute()
}

export async function sessionsOf(db: Db, accountId: number, at: Date): Promise<{ open: number; lastSeenAt: Date | null }> {
  return db
    .selectFrom('sessions')
    .select([sql<number>`count(id)::int`.as('open'), sql<Date | null>`max(last_seen_at)`.as('lastSeenAt')])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
}

/** An open session, as its member sees it. */
export type OpenSession = { id: number; brand: string; device: string; createdAt: Date; lastSeenAt: Date }

/** The open sessions of an account on all brands, last seen first. */
export async function openSessions(db: Db, accountId: number, at: Date, most: number): Promise<OpenSession[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'brand', 'device', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Ends one session of an account; returns false if it has none of this id. */
export async function endSessionById(db: Db | Trx, accountId: number, sessionId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('account_id', '=', accountId).where('id', '=', sessionId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of an account on all brands, except those of the ids `kept`. */
export async function endSessionsExcept(db: Db | Trx, accountId: number, kept: readonly number[]): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id <> all(${kept}::bigint[])`)
    .execute()
}

export function sweepSessions(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'sessions', sql.ref('expires_at'), at, most)
}

type Lookup = { db: Db; texts: Texts; sessionCache: SessionCache<SessionRow> }

const memberByToken = compiledOnce((db, { tokenHash, brandId, at }: { tokenHash: Uint8Array; brandId: string; at: Date }) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .innerJoin('profiles', 'profiles.account_id', 'sessions.account_id')
    .select([
      'accounts.id',
      'sessions.id as sessionId',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.expires_at as expiresAt',
      sql<Date>`coalesce(sessions.visit_started_at, sessions.created_at)`.as('visitStartedAt'),
      'sessions.second_factor_at as secondFactorAt',
      'accounts.username',
      'accounts.brand as homeBrand',
      'accounts.email',
      'accounts.owns_email as ownsEmail',
      'accounts.email_confirmed_at as emailConfirmedAt',
      'profiles.gender',
      'profiles.looking_for as lookingFor',
      'profiles.birthday',
      'profiles.birthday_corrected_at as birthdayCorrectedAt',
      'profiles.country',
      'profiles.place_name as placeName',
      'profiles.region',
      'profiles.latitude',
      'profiles.longitude',
      'profiles.paused_at as pausedAt',
      'accounts.premium_until as premiumUntil',
      'accounts.first_premium_at as firstPremiumAt',
      sql<Date | null>`(select until from partner_access p where p.account_id = accounts.id and p.brand = ${brandId})`.as('partnerUntil'),
      sql<Date | null>`(select granted_at from partner_access p where p.account_id = accounts.id and p.brand = ${brandId})`.as('partnerSince'),
      'accounts.sharing_accepted_at as sharingAcceptedAt',
      'accounts.subid',
      'accounts.popunder_seen_at as popunderSeenAt',
      'accounts.full_page_ad_due_at as fullPageAdDueAt',
      'accounts.shows_online as showsOnline',
      'accounts.shows_reading as showsReading',
      'accounts.notes_visits as notesVisits',
      'profiles.safe_mode as safeMode',
      'accounts.locale',
      'profiles.wished_age_from as wishedAgeFrom',
      'profiles.wished_age_to as wishedAgeTo',
      'profiles.wished_km as wishedKm',
      'accounts.username_changed_at as usernameChangedAt',
      'accounts.staff_since as staffSince',
      'accounts.created_at as createdAt',
      sql<string | null>`(select max(version) from terms_acceptances t where t.account_id = accounts.id and t.brand = ${brandId})`.as('acceptedTerms'),
      sql<string[]>`array(select step from onboarding_steps where account_id = accounts.id and done_at is null)`.as('openSteps'),
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.brand', '=', brandId)
    .where('sessions.expires_at', '>', at)
    .where('accounts.banned_at', 'is', null)
    .where('accounts.deleted_at', 'is', null),
)

export type SessionRow = Awaited<ReturnType<typeof memberByToken>>[number]

/** Null if the token is invalid here, or the account is banned or deleted. Updates the visit at most once a minute. */
export async function memberOf({ db, texts, sessionCache }: Lookup, token: string, brand: Brand, at: Date): Promise<Member | null> {
  const key = `${brand.id} ${hashToken(token).toString('base64')}`
  const known = sessionCache.find(key)
  if (known && known.expiresAt > at && !isVisitDue(known, at)) return toMember(known, texts, brand, at)
  const keep = sessionCache.startReading()
  const [row] = await memberByToken(db, { tokenHash: hashToken(token), brandId: brand.id, at })
  if (!row) return null
  const current = isVisitDue(row, at) ? { ...row, ...(await recordVisit(db, row, at)) } : row
  keep(key, current)
  return toMember(current, texts, brand, at)
}

/** Asks the database, whatever is remembered: a stream may hear that a session ended before the cache does. */
export async function isSessionOpen({ db }: Pick<Lookup, 'db'>, token: string, brand: Brand, at: Date): Promise<boolean> {
  return (await memberByToken(db, { tokenHash: hashToken(token), brandId: brand.id, at })).length > 0
}

function isVisitDue({ lastSeenAt }: SessionRow, at: Date): boolean {
  return at.getTime() - lastSeenAt.getTime() > MINUTE
}

function toMember(row: SessionRow, texts: Texts, brand: Brand, at: Date): Member {
  const { staffSince, secondFactorAt, acceptedTerms, partnerUntil, partnerSince, ...member } = row
  const terms = acceptedTerms === null ? 'new' : acceptedTerms < texts.library().termsVersion(brand) ? 'outdated' : 'accepted'
  // A partner's access counts on its brand alone, and nothing bought elsewhere counts there (decisions §1).
  const paid = brand.billing.model === 'partner' ? { premiumUntil: partnerUntil, firstPremiumAt: partnerSince } : {}
  return { ...member, ...paid, terms, staff: staffSince === null ? 'no' : hasStaffAccess(secondFactorAt, at) ? 'proven' : 'unproven' }
}

function hasStaffAccess(provenAt: Date | null, at: Date): boolean {
  return provenAt !== null && at < later(provenAt, STAFF_ACCESS_LIFETIME)
}

type NotedVisit = { accountId: number; sessionId: number; at: Date; visitOver: Date; expiresAt: Date; seenAt: Date }

const visited = compiledOnce((db, { accountId, sessionId, at, visitOver, expiresAt, seenAt: shownAt }: NotedVisit) =>
  db
    .with('noted', (cte) =>
      cte
        .updateTable('sessions')
        .set({
          last_seen_at: at,
          visit_started_at: sql`case when last_seen_at < ${visitOver} then ${at}::timestamptz else coalesce(visit_started_at, created_at) end`,
          expires_at: sql`least(${expiresAt}::timestamptz, created_at + ${sql.lit(SESSION_MAX_LIFETIME / 1000)} * interval '1 second')`,
        })
        .where('id', '=', sessionId)
        .returning(['visit_started_at as visitStartedAt', 'expires_at as expiresAt']),
    )
    .with('seen', (cte) => cte.updateTable('profiles').set({ last_seen_at: shownAt }).where('account_id', '=', accountId))
    .selectFrom('noted')
    .select(['visitStartedAt', 'expiresAt']),
)

type Visit = Pick<SessionRow, 'lastSeenAt' | 'visitStartedAt' | 'expiresAt'>

async function recordVisit(db: Db, { id, sessionId, showsOnline, expiresAt }: SessionRow, at: Date): Promise<Visit> {
  const [noted] = await visited(db, {
    accountId: id,
    sessionId,
    at,
    visitOver: later(at, -VISIT_TIMEOUT),
    expiresAt: later(at, SESSION_IDLE_TIMEOUT),
    seenAt: seenAt(at, showsOnline),
  })
  return { lastSeenAt: at, visitStartedAt: noted?.visitStartedAt ?? at, expiresAt: noted?.expiresAt ?? expiresAt }
}

/**
 * The last visit that others see. For a member who does not show when they are online it is the noon before their day:
 * no list, order or counter tells more than that.
 */
export function seenAt(at: Date, showsOnline: boolean): Date {
  return showsOnline ? at : new Date(Math.floor(at.getTime() / DAY) * DAY - DAY / 2)
}

export function deviceInWords(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? 'Unknown browser'
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(agent)?.[0] ?? 'unknown system'
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  return `${names[browser] ?? browser} on ${names[system] ?? system}`
}
