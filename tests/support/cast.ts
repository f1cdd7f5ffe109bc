import { argon2Sync, createHash } from 'node:crypto'
import type { Given } from '#api/contract.ts'
import { startSession } from '#api/sessions.sql.ts'
import { insertStaffAccount } from '#core/accounts/accounts.sql.ts'
import { hashPassword } from '#core/accounts/passwords/passwords.server.ts'
import { getTickers } from '#core/live/tickers.contract.ts'
import { setRoles } from '#core/staff-accounts/roles.sql.ts'
import { insertMember } from '#guests/joining/new-member.sql.ts'
import { acceptTerms } from '#guests/terms/terms.sql.ts'
import { DAY, later } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { messageIndex } from '#members/messages/inbox/inbox.contract.ts'
import { chatMessages, sendMessage } from '#members/messages/messages.contract.ts'
import { blockUser } from '#members/reports/blocks/block.contract.ts'
import { reportAbuse } from '#members/reports/report.contract.ts'
import { viewProfile } from '#members/search/profile/profile.contract.ts'
import { getParameters } from '#members/viewer/parameters.contract.ts'
import type { Gender } from '#sites/genders.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { type StaffRole, staffRoles } from '#sites/staff-roles.ts'
import type { TestApp, Visitor } from './app.ts'

export type CastMember = Visitor & { id: number; username: string }

export const PASSWORD = 'correct horse battery'
let hash: Promise<string> | undefined

/**
 * Of the same password, for many members who give it: to compare it with the product's own takes
 * longer than most requests.
 */
export const quickHash = quickHashOf(PASSWORD)

function quickHashOf(password: string): string {
  const [memory, passes, nonce] = [8, 1, Buffer.from('the cast, all of it')]
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory,
    passes,
  })
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
}

type Person = {
  brand: string
  username: string
  gender?: Gender
  lookingFor?: Gender[]
  birthday?: string
  latitude?: number
  longitude?: number
  steps?: readonly string[]
  /** Brand of the session; the home brand by default. */
  signsInOn?: string
  staff?: true
  passwordHash?: string
}

/** Registers a member, confirms the address and finishes onboarding (unless `steps` are given). */
export async function joins(app: TestApp, person: Person): Promise<CastMember> {
  const passwordHash = person.passwordHash ?? (await (hash ??= hashPassword(PASSWORD)))
  const at = app.clock.now()
  if (person.staff) return worksHere(app, person, passwordHash)
  const made = await app.transaction(async (trx) => {
    const account = await insertMember(trx, {
      brand: person.brand,
      username: person.username,
      email: `${person.username.toLowerCase()}@example.org`,
      passwordHash,
      termsVersion: termsVersionOn(app, person.brand),
      wantsMarketing: false,
      ip: null,
      affiliateId: null,
      subid: null,
      campaignId: null,
      source: '',
      isHidden: false,
      gender: person.gender ?? 'woman',
      lookingFor: person.lookingFor ?? ['man', 'woman'],
      birthday: person.birthday ?? '1992-05-04',
      place: {
        place_id: 5128581,
        place_name: 'New York City',
        region: 'New York',
        country: 'US',
        latitude: person.latitude ?? 40.725,
        longitude: person.longitude ?? -74.01,
      },
      steps: ['justRegistered'],
      at,
    })
    if (!account) throw new Error(`${person.username} is taken`)
    await trx
      .updateTable('accounts')
      .set({ email_confirmed_at: at })
      .where('id', '=', account.id)
      .execute()
    await trx.deleteFrom('onboarding_steps').where('account_id', '=', account.id).execute()
    if (person.steps && person.steps.length > 0) {
      await trx
        .insertInto('onboarding_steps')
        .values(
          person.steps.map((step) => ({
            account_id: account.id,
            step,
            opened_at: at,
            done_at: null,
          })),
        )
        .execute()
    }
    return account
  })
  await acceptsTerms(app, made.id, person.signsInOn ?? person.brand)
  return signedIn(app, person, made.id)
}

/** Somebody of staff, with every role: an account of its own, without a profile. */
async function worksHere(app: TestApp, person: Person, passwordHash: string): Promise<CastMember> {
  const { brand, username } = person
  const at = app.clock.now()
  const id = await app.transaction(async (trx) => {
    const made = await insertStaffAccount(trx, {
      brand,
      username,
      email: `${username.toLowerCase()}@example.org`,
      passwordHash,
      at,
    })
    if (made === null) throw new Error(`${username} is taken`)
    await setRoles(trx, made, staffRoles, at)
    return made
  })
  return signedIn(app, person, id)
}

/** The same member with a session on another brand as well. */
export async function signsInOn(
  app: TestApp,
  { id, username }: CastMember,
  brand: string,
): Promise<CastMember> {
  await acceptsTerms(app, id, brand)
  return signedIn(app, { brand, username }, id)
}

async function signedIn(app: TestApp, person: Person, id: number): Promise<CastMember> {
  const at = app.clock.now()
  const brand = person.signsInOn ?? person.brand
  const visitor = app.visitor(brand, { ip: addressOf(person.username) })
  visitor.cookies.set(
    'session',
    await startSession(app.db, {
      accountId: id,
      brand,
      device: 'Test browser',
      at,
      replaces: null,
    }),
  )
  return { ...visitor, id, username: person.username }
}

export async function becomesPremium(app: TestApp, member: CastMember, days = 30): Promise<void> {
  const at = app.clock.now()
  await app.db
    .updateTable('accounts')
    .set({ premium_until: later(at, days * DAY), first_premium_at: at })
    .where('id', '=', member.id)
    .execute()
}

export const alice = (app: TestApp) =>
  joins(app, { brand: 'adultcrush', username: 'Alice', gender: 'woman' })
export const bob = (app: TestApp) =>
  joins(app, {
    brand: 'wivesnow',
    username: 'Bob',
    gender: 'man',
    lookingFor: ['woman'],
    birthday: '1988-02-11',
  })
export const dan = (app: TestApp) =>
  joins(app, { brand: 'adultcrush', username: 'Dan', gender: 'man' })

export async function carol(app: TestApp): Promise<CastMember> {
  const member = await joins(app, {
    brand: 'adultcrush',
    username: 'Carol',
    birthday: '1985-09-30',
  })
  const at = app.clock.now()
  await app.db
    .updateTable('accounts')
    .set({ first_premium_at: later(at, -60 * DAY), premium_until: later(at, -30 * DAY) })
    .where('id', '=', member.id)
    .execute()
  return member
}

/** Gives a staff member's session the second factor. */
export async function asStaff(app: TestApp, member: CastMember): Promise<CastMember> {
  const session = hashToken(member.cookies.get('session') ?? '')
  await app.db
    .updateTable('sessions')
    .set({ second_factor_at: app.clock.now() })
    .where('token_hash', '=', session)
    .execute()
  return member
}

/** Somebody of staff with the second factor, and with these roles alone, or every role. */
export async function worksAs(
  app: TestApp,
  username: string,
  { brand = 'adultcrush', roles }: { brand?: string; roles?: readonly StaffRole[] } = {},
): Promise<CastMember> {
  const member = await asStaff(app, await joins(app, { brand, username, staff: true }))
  if (roles) await givesRoles(app, member, roles)
  return member
}

export const eve = (app: TestApp) => worksAs(app, 'Eve')

/** Instead of the roles that they had. */
export function givesRoles(
  { services, clock }: TestApp,
  { id }: Known,
  roles: readonly StaffRole[],
): Promise<boolean> {
  return services.db.transaction().execute((trx) => setRoles(trx, id, roles, clock.now()))
}

type Known = { id: number }

export const writesTo = (
  from: Visitor,
  { id }: Known,
  body = 'Hello',
  more: Partial<Given<typeof sendMessage>['body']> = {},
) => from.calls(sendMessage, { body: { id, body, ...more } })

export const chatOf = (who: Visitor, { id }: Known) => who.calls(chatMessages, { query: { id } })

export const messagesOf = async (who: Visitor, other: Known) => (await chatOf(who, other)).messages

export const likes = (
  who: Visitor,
  { id }: Known,
  part: Partial<Given<typeof matchAction>['body']> = {},
) => who.calls(matchAction, { params: { action: 'like' }, body: { id, ...part } })

export const views = (who: Visitor, { id }: Known) => who.calls(viewProfile, { params: { id } })

export const blocks = (who: Visitor, { id }: Known, action: 'block' | 'unblock' = 'block') =>
  who.calls(blockUser, { body: { id, action } })

export const reportsMember = (
  who: Visitor,
  { id }: Known,
  report: Omit<Given<typeof reportAbuse>['body'], 'id'>,
) => who.calls(reportAbuse, { body: { id, ...report } })

export const inboxOf = (who: Visitor, query: Given<typeof messageIndex>['query'] = {}) =>
  who.calls(messageIndex, { query })

export const tickersOf = (who: Visitor) => who.calls(getTickers)

export const parametersFor = (who: Visitor, query: Given<typeof getParameters>['query'] = {}) =>
  who.calls(getParameters, { query })

/** Accepts the terms of a brand, as if the member had visited it before. */
export async function acceptsTerms(app: TestApp, accountId: number, brand: string): Promise<void> {
  await acceptTerms(app.db, {
    accountId,
    brand,
    version: termsVersionOn(app, brand),
    at: app.clock.now(),
  })
}

function termsVersionOn(app: TestApp, brand: string): string {
  return app.services.texts.library().termsVersion(brandById(brand) as Brand)
}

function addressOf(username: string): string {
  const [a = 0, b = 0] = createHash('sha256').update(username).digest()
  return `198.51.${a}.${b}`
}
