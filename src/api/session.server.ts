import { hash, randomBytes } from 'node:crypto'
import { type NotNull, sql } from 'kysely'
import type { Texts } from '../content/texts.server.ts'
import { compiledOnce } from '../db/compiled-once.ts'
import type { Db, OpenDatabase, Trx } from '../db/connection.server.ts'
import { deleteSome } from '../db/delete-some.server.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../lib/clock.ts'
import { setCookie } from '../lib/cookies.server.ts'
import { cookieIn } from '../lib/cookies.ts'
import type { Gender } from '../sites/genders.ts'
import type { Brand } from '../sites/site.ts'
import type { StaffRole } from '../sites/staff-roles.ts'
import type { SessionCache } from './session-cache.server.ts'
import {
  afterVisit,
  noteVisit,
  SESSION_IDLE_TIMEOUT,
  SESSION_MAX_LIFETIME,
  VISIT_TIMEOUT,
} from './visits.server.ts'

/** How exactly a lock knows when somebody was last there. */
const ACTIVITY_INTERVAL = 10 * SECOND
/** How long a session has staff access after its second factor (assurance 8). */
const STAFF_ACCESS_LIFETIME = 12 * HOUR

type StaffAccess = 'no' | 'unproven' | 'proven'
export type Member = {
  id: number
  sessionId: number
  signedInAt: Date
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
  /** After how many minutes away the sessions lock themselves; null: never. A locked session shows nothing of its member. */
  lockAfterMinutes: number | null
  isLocked: boolean
  /** A quick way out of each page, whether it signs out, and a tab that names no brand. */
  showsExit: boolean
  exitSignsOut: boolean
  plainTitle: boolean
  /** Blurs the pictures of others for a member who looks at the site in public. */
  safeMode: boolean
  /** The language of dates and times, or null. */
  locale: string | null
  wishedAgeFrom: number | null
  wishedAgeTo: number | null
  wishedKm: number | null
  usernameChangedAt: Date | null
  staff: StaffAccess
  /** Of staff; nobody else has one. */
  roles: readonly StaffRole[]
  createdAt: Date
  /** Since when the profile is paused; null if it is not. */
  pausedAt: Date | null
  /** Since when only those whom the member likes see the profile; null if it is not so. */
  onlyLikedAt: Date | null
  openSteps: readonly string[]
}

/** The member who acts, and the brand: a parameter of every function that reads or writes for a member. */
export type Scope = { brand: Brand; member: Member; at: Date }

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
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
  return setCookie({
    name: sessionCookieName(secure),
    value: token,
    domain,
    life: SESSION_MAX_LIFETIME,
    secure,
  })
}

/** A browser in which somebody has signed in before keeps this, signed out as well. */
export function deviceCookieName(secure: boolean): string {
  return secure ? '__Secure-device' : 'device'
}

export function deviceToken(cookies: string | null, secure: boolean): string | null {
  return cookieIn(cookies, deviceCookieName(secure))
}

/** `replaces` is the token of the browser's previous session; the database stores only hashes. */
export async function startSession(
  db: Db | Trx,
  session: {
    accountId: number
    brand: string
    device: string
    at: Date
    replaces: string | null
    secondFactorAt?: Date
  },
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
      active_at: session.at,
      locked_at: null,
    })
    .execute()
  return token
}

export async function endSession(db: Db | Trx, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export async function endOtherSessions(
  db: Db | Trx,
  accountId: number,
  kept: string | null,
): Promise<void> {
  const sessions = db.deleteFrom('sessions').where('account_id', '=', accountId)
  await (kept === null ? sessions : sessions.where('token_hash', '<>', hashToken(kept))).execute()
}

export async function revokeSecondFactor(db: Db | Trx, accountId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ second_factor_at: null })
    .where('account_id', '=', accountId)
    .execute()
}

export async function sessionsOf(
  db: Db,
  accountId: number,
  at: Date,
): Promise<{ open: number; lastSeenAt: Date | null }> {
  return db
    .selectFrom('sessions')
    .select([
      sql<number>`count(id)::int`.as('open'),
      sql<Date | null>`max(last_seen_at)`.as('lastSeenAt'),
    ])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
}

/** An open session, as its member sees it. */
export type OpenSession = {
  id: number
  brand: string
  device: string
  createdAt: Date
  lastSeenAt: Date
}

/** The open sessions of an account on all brands, last seen first. */
export async function openSessions(
  db: Db,
  accountId: number,
  at: Date,
  most: number,
): Promise<OpenSession[]> {
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
export async function endSessionById(
  db: Db | Trx,
  accountId: number,
  sessionId: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of an account on all brands, except those of the ids `kept`. */
export async function endSessionsExcept(
  db: Db | Trx,
  accountId: number,
  kept: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id <> all(${kept}::bigint[])`)
    .execute()
}

export function sweepSessions(db: Db, at: Date, most: number): Promise<number> {
  return deleteSome(db, 'sessions', sql.ref('expires_at'), at, most)
}

type Lookup = {
  database: OpenDatabase
  db: Db
  texts: Texts
  sessionCache: SessionCache<SessionRow>
}

/**
 * What stands in the place of a profile for staff, who have none: the router lets them call no endpoint of members, so
 * that nothing is made of it.
 */
const noProfile = {
  gender: 'nonbinary',
  lookingFor: [],
  birthday: '1900-01-01',
  country: '',
  placeName: '',
  region: '',
  latitude: 0,
  longitude: 0,
  safeMode: true,
} as const

const memberByToken = compiledOnce(
  (db, { tokenHash, brandId, at }: { tokenHash: Uint8Array; brandId: string; at: Date }) =>
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .leftJoin('profiles', 'profiles.account_id', 'sessions.account_id')
      .select([
        'accounts.id',
        'sessions.id as sessionId',
        'sessions.created_at as signedInAt',
        'sessions.last_seen_at as lastSeenAt',
        'sessions.expires_at as expiresAt',
        sql<Date>`coalesce(sessions.visit_started_at, sessions.created_at)`.as('visitStartedAt'),
        'sessions.second_factor_at as secondFactorAt',
        sql<Date>`coalesce(sessions.active_at, sessions.last_seen_at)`.as('activeAt'),
        'sessions.locked_at as lockedAt',
        'accounts.lock_after_minutes as lockAfterMinutes',
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
        'profiles.only_liked_at as onlyLikedAt',
        'accounts.premium_until as premiumUntil',
        'accounts.first_premium_at as firstPremiumAt',
        sql<Date | null>`(select until from partner_access p where p.account_id = accounts.id and p.brand = ${brandId})`.as(
          'partnerUntil',
        ),
        sql<Date | null>`(select granted_at from partner_access p where p.account_id = accounts.id and p.brand = ${brandId})`.as(
          'partnerSince',
        ),
        'accounts.sharing_accepted_at as sharingAcceptedAt',
        'accounts.subid',
        'accounts.popunder_seen_at as popunderSeenAt',
        'accounts.full_page_ad_due_at as fullPageAdDueAt',
        'accounts.shows_online as showsOnline',
        'accounts.shows_reading as showsReading',
        'accounts.notes_visits as notesVisits',
        'accounts.shows_exit as showsExit',
        'accounts.exit_signs_out as exitSignsOut',
        'accounts.plain_title as plainTitle',
        'profiles.safe_mode as safeMode',
        'accounts.locale',
        'profiles.wished_age_from as wishedAgeFrom',
        'profiles.wished_age_to as wishedAgeTo',
        'profiles.wished_km as wishedKm',
        'accounts.username_changed_at as usernameChangedAt',
        'accounts.staff_since as staffSince',
        sql<
          StaffRole[]
        >`array(select role from staff_roles where account_id = accounts.id and accounts.staff_since is not null)`.as(
          'roles',
        ),
        'accounts.created_at as createdAt',
        sql<
          string | null
        >`(select max(version) from terms_acceptances t where t.account_id = accounts.id and t.brand = ${brandId})`.as(
          'acceptedTerms',
        ),
        sql<
          string[]
        >`array(select step from onboarding_steps where account_id = accounts.id and done_at is null)`.as(
          'openSteps',
        ),
      ])
      .$narrowType<Record<keyof typeof noProfile, NotNull>>()
      .where((eb) =>
        eb.or([
          eb('profiles.account_id', 'is not', null),
          eb('accounts.staff_since', 'is not', null),
        ]),
      )
      .where('sessions.token_hash', '=', tokenHash)
      .where('sessions.brand', '=', brandId)
      .where('sessions.expires_at', '>', at)
      .where('accounts.banned_at', 'is', null)
      .where('accounts.deleted_at', 'is', null)
      .where(
        sql<boolean>`not exists (select from brand_closures c where c.account_id = accounts.id and c.brand = ${brandId})`,
      ),
)

export type SessionRow = Awaited<ReturnType<typeof memberByToken>>[number]

type Look = {
  /** Whether this is a visit, which others may see, and not a page that the browser only prepares. */
  notesVisit?: boolean
  /** Whether somebody did something, and not the page by itself: a lock counts the minutes since then. */
  isActive?: boolean
}

/** Like `sessionMember`, but null as well while the session is locked. */
export async function memberOf(
  lookup: Lookup,
  token: string,
  brand: Brand,
  at: Date,
  look: Look = {},
): Promise<Member | null> {
  const member = await sessionMember(lookup, token, brand, at, look)
  return member?.isLocked ? null : member
}

/**
 * Null if the token is invalid here, or the account is banned or deleted. Updates the visit at most once a minute, and
 * locks the session of a member who was away for too long.
 */
export async function sessionMember(
  lookup: Lookup,
  token: string,
  brand: Brand,
  at: Date,
  { notesVisit = true, isActive = false }: Look = {},
): Promise<Member | null> {
  const { db, texts, sessionCache } = lookup
  const tokenHash = hashToken(token)
  const key = `${brand.id} ${tokenHash.toString('base64')}`
  const known = sessionCache.find(key)
  const keep = sessionCache.startReading()
  if (
    known &&
    known.expiresAt > at &&
    !isLockDue(known, at) &&
    !(isActive && isActivityDue(known, at))
  ) {
    if (!notesVisit || !isVisitDue(known, at)) return toMember(known, texts, brand, at)
    // Somebody who was away for longer may have been here by way of another process.
    if (known.lastSeenAt >= later(at, -VISIT_TIMEOUT)) {
      const noted = await recordVisit(lookup, known, at)
      keep(key, noted)
      return toMember(noted, texts, brand, at)
    }
  }
  const [row] = await memberByToken(db, { tokenHash, brandId: brand.id, at })
  if (!row) return null
  if (isLockDue(row, at)) {
    // Not kept: the change is announced, to this process as well.
    await lockSession(db, row.sessionId, at)
    return toMember({ ...row, lockedAt: at }, texts, brand, at)
  }
  const visited = notesVisit && isVisitDue(row, at) ? await recordVisit(lookup, row, at) : row
  const current =
    isActive && isActivityDue(row, at)
      ? { ...visited, activeAt: await recordActivity(db, row.sessionId, at) }
      : visited
  keep(key, current)
  return toMember(current, texts, brand, at)
}

/** Asks the database, whatever is remembered: a stream may hear that a session ended before the cache does. */
export async function sessionStanding(
  { db }: Pick<Lookup, 'db'>,
  token: string,
  brand: Brand,
  at: Date,
): Promise<'open' | 'locked' | 'ended'> {
  const [row] = await memberByToken(db, { tokenHash: hashToken(token), brandId: brand.id, at })
  if (!row) return 'ended'
  return row.lockedAt !== null || isLockDue(row, at) ? 'locked' : 'open'
}

function isLockDue({ lockedAt, lockAfterMinutes, activeAt }: SessionRow, at: Date): boolean {
  return (
    lockedAt === null &&
    lockAfterMinutes !== null &&
    at >= later(activeAt, lockAfterMinutes * MINUTE)
  )
}

/** Only a lock asks when somebody was last there. */
function isActivityDue({ lockedAt, lockAfterMinutes, activeAt }: SessionRow, at: Date): boolean {
  return lockedAt === null && lockAfterMinutes !== null && at >= later(activeAt, ACTIVITY_INTERVAL)
}

async function recordActivity(db: Db, sessionId: number, at: Date): Promise<Date> {
  await db.updateTable('sessions').set({ active_at: at }).where('id', '=', sessionId).execute()
  return at
}

export async function lockSession(db: Db | Trx, sessionId: number, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ locked_at: at })
    .where('id', '=', sessionId)
    .where('locked_at', 'is', null)
    .execute()
}

export async function unlockSession(db: Db, sessionId: number, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ locked_at: null, active_at: at, pin_failures: 0 })
    .where('id', '=', sessionId)
    .execute()
}

/** Counts a PIN before it is compared, so that concurrent tries count as well; returns how many there were. */
export async function countPin(db: Db, sessionId: number): Promise<number> {
  const row = await db
    .updateTable('sessions')
    .set((eb) => ({ pin_failures: eb('pin_failures', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('pin_failures as tries')
    .executeTakeFirst()
  return row?.tries ?? Infinity
}

export async function uncountPin(db: Db, sessionId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set((eb) => ({ pin_failures: eb('pin_failures', '-', 1) }))
    .where('id', '=', sessionId)
    .execute()
}

/** A lock that begins counts from now on this session, on the others from when they were last seen. */
export async function startCounting(
  trx: Trx,
  accountId: number,
  sessionId: number,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({
      active_at: sql<Date>`case when id = ${sessionId} then ${at}::timestamptz else greatest(active_at, last_seen_at) end`,
    })
    .where('account_id', '=', accountId)
    .execute()
}

/** Nobody is seen online by a page that is locked. */
function isVisitDue({ lastSeenAt, lockedAt }: SessionRow, at: Date): boolean {
  return lockedAt === null && at.getTime() - lastSeenAt.getTime() > MINUTE
}

function toMember(row: SessionRow, texts: Texts, brand: Brand, at: Date): Member {
  const {
    staffSince,
    secondFactorAt,
    acceptedTerms,
    partnerUntil,
    partnerSince,
    lockedAt,
    activeAt: _,
    ...member
  } = row
  const terms =
    acceptedTerms === null
      ? 'new'
      : acceptedTerms < texts.library().termsVersion(brand)
        ? 'outdated'
        : 'accepted'
  // A partner's access counts on its brand alone, and nothing bought elsewhere counts there (decisions §1).
  const paid =
    brand.billing.model === 'partner'
      ? { premiumUntil: partnerUntil, firstPremiumAt: partnerSince }
      : {}
  return {
    ...member,
    ...(staffSince === null ? {} : noProfile),
    ...paid,
    terms,
    isLocked: lockedAt !== null,
    staff: staffSince === null ? 'no' : hasStaffAccess(secondFactorAt, at) ? 'proven' : 'unproven',
  }
}

function hasStaffAccess(provenAt: Date | null, at: Date): boolean {
  return provenAt !== null && at < later(provenAt, STAFF_ACCESS_LIFETIME)
}

async function recordVisit(lookup: Lookup, row: SessionRow, at: Date): Promise<SessionRow> {
  const { id: accountId, sessionId } = row
  await noteVisit(lookup, { sessionId, accountId, at, hiddenAt: seenAt(at, false) })
  return { ...row, ...afterVisit(row, at) }
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
