import { type NotNull, sql } from 'kysely'
import type { Texts } from '../content/texts.server.ts'
import { compiledOnce } from '../db/compiled-once.ts'
import type { Db, OpenDatabase } from '../db/connection.server.ts'
import { HOUR, later, MINUTE } from '../lib/clock.ts'
import { hashToken } from '../lib/token.server.ts'
import type { Gender } from '../sites/genders.ts'
import type { Brand } from '../sites/site.ts'
import type { StaffRole } from '../sites/staff-roles.ts'
import type { SessionCache } from './session-cache.server.ts'
import { isActivityDue, isLockDue, lockSession, recordActivity } from './session-lock.sql.ts'
import { allSwitches } from './switches.ts'
import { afterVisit, noteThere, noteVisit, seenAt, VISIT_TIMEOUT } from './visits.server.ts'

/** How long a session has staff access after its second factor (assurance 8). */
const STAFF_ACCESS_LIFETIME = 12 * HOUR

/** Who is asking: the row that `memberByToken` finds, with what `toMember` makes of some of it. */
export type Member = Omit<
  SessionRow,
  | 'staffSince'
  | 'secondFactorAt'
  | 'acceptedTerms'
  | 'partnerUntil'
  | 'partnerSince'
  | 'lockedAt'
  | 'activeAt'
  | 'lastSeenAt'
  | 'expiresAt'
> & {
  /**
   * Whether the account accepted this brand's terms and privacy policy: present version, an older
   * one, or none.
   */
  terms: 'accepted' | 'outdated' | 'new'
  /** A locked session shows nothing of its member. */
  isLocked: boolean
  staff: 'no' | 'unproven' | 'proven'
}

/**
 * The member who acts, and the brand: a parameter of every function that reads or writes for a
 * member.
 */
export type Scope = { brand: Brand; member: Member; at: Date }

type Lookup = {
  database: OpenDatabase
  db: Db
  texts: Texts
  sessionCache: SessionCache<SessionRow>
}

/**
 * What stands in the place of a profile for staff, who have none: the router lets them call no
 * endpoint of members, so that nothing is made of it.
 */
const noProfile = {
  gender: 'nonbinary',
  lookingFor: [] as Gender[],
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
        ...allSwitches,
        'profiles.safe_mode as safeMode',
        'accounts.locale',
        'accounts.theme',
        'accounts.distance_unit as distanceUnit',
        'profiles.wished_age_from as wishedAgeFrom',
        'profiles.wished_age_to as wishedAgeTo',
        'profiles.wished_km as wishedKm',
        'accounts.username_changed_at as usernameChangedAt',
        'accounts.staff_since as staffSince',
        sql<
          readonly StaffRole[]
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
          readonly string[]
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
  /**
   * Whether this is a visit, which others may see, and not a page that the browser only prepares.
   */
  notesVisit?: boolean
  /**
   * Whether somebody did something, and not the page by itself: a lock counts the minutes since
   * then.
   */
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
 * Null if the token is invalid here, or the account is banned or deleted. Updates the visit at most
 * once a minute, and locks the session of a member who was away for too long.
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
  const isDue = notesVisit && isVisitDue(row, at)
  if (notesVisit && !isDue && row.lockedAt === null) noteThere(lookup.database, row.id, at)
  const visited = isDue ? await recordVisit(lookup, row, at) : row
  const current =
    isActive && isActivityDue(row, at)
      ? { ...visited, activeAt: await recordActivity(db, row.sessionId, at) }
      : visited
  keep(key, current)
  return toMember(current, texts, brand, at)
}

/**
 * Asks the database, whatever is remembered: a stream may hear that a session ended before the
 * cache does.
 */
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
  // A partner's access counts on its brand alone, and nothing bought elsewhere counts there
  // (decisions §1).
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
