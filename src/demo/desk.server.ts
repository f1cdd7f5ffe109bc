import { sql } from 'kysely'
import type { Scope } from '../api/member.server.ts'
import { openTexts } from '../content/texts.server.ts'
import type { Db, Trx } from '../db/connection.server.ts'
import { hashPassword } from '../features/core/accounts/passwords/passwords.server.ts'
import { recordAct } from '../features/core/audit/audit.sql.ts'
import { wordsOf } from '../features/core/people/edit/words.sql.ts'
import { queueHit, recordHit } from '../features/core/rules/hits.sql.ts'
import { TASK_DUE_HOURS, type RuleId } from '../features/core/rules/rules.ts'
import { closeTask, openTask } from '../features/core/tasks/tasks.sql.ts'
import { openChatPhotoTask } from '../features/members/messages/chat-photos/chat-photos-check.server.ts'
import { addChatPhoto } from '../features/members/messages/chat-photos/chat-photos.sql.ts'
import { addMessage, messagesBetween } from '../features/members/messages/messages.sql.ts'
import { openViewOnceTask } from '../features/members/messages/view-once/view-once-check.server.ts'
import { VIEW_ONCE_LASTS } from '../features/members/messages/view-once/view-once.ts'
import { PHOTO_RULES } from '../features/members/photos/own/photo-rules.ts'
import { closeEvidence, takeEvidence } from '../features/members/reports/evidence.sql.ts'
import { EVIDENCE_MESSAGES, urgencyOf } from '../features/members/reports/evidence.ts'
import type { ReportReason } from '../features/members/reports/reporting/report-reasons.ts'
import { insertAppeal } from '../features/staff/decisions/appeals/appeals.sql.ts'
import { insertApproval } from '../features/staff/decisions/approvals.sql.ts'
import { personHashOf } from '../features/staff/decisions/decisions.server.ts'
import {
  insertDecision,
  insertStrike,
  markDecision,
} from '../features/staff/decisions/decisions.sql.ts'
import {
  APPROVAL_FOR,
  type Policy,
  type Severity,
  strikeOf,
} from '../features/staff/decisions/decisions.ts'
import { insertStatement } from '../features/staff/decisions/statements/statements.sql.ts'
import { APPEAL_DUE, statementOf } from '../features/staff/decisions/statements/statements.ts'
import { insertRemoval } from '../features/staff/removals/removals.sql.ts'
import { kindOf } from '../features/staff/removals/removals.ts'
import { DAY, HOUR, later, MINUTE } from '../lib/clock.ts'
import { brandById } from '../sites/registry.ts'
import { avatarThumbhash, onceKey } from './avatars.ts'
import { castNames, colleague, colleagueWishes, DEMO_PASSWORD } from './cast.ts'
import { DEMO_DOMAIN, writePeople } from './people-rows.server.ts'
import { makePerson, type World } from './people.ts'
import { TakenNames } from './taken-names.ts'

type Someone = { id: number; username: string; brand: string; email: string; createdAt: Date }

/**
 * What waits for staff in a demo network, and Eve's colleague Frank, who decided some of it: once,
 * where he is not there yet. What is here is of the network: reports that were made in it, with the
 * messages and photos of those days.
 */
export async function fillQueues(db: Db, world: World, sessionSecret: string): Promise<void> {
  if (
    await db
      .selectFrom('accounts')
      .select('id')
      .where('username_key', '=', colleague.username)
      .executeTakeFirst()
  )
    return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction().execute(async (trx) => {
    const people = await someMembers(trx)
    if (people.length < NEEDED) return
    const frank = await takeOnColleague(trx, world, passwordHash)
    const desk: Desk = { trx, now: world.now, frank, sessionSecret }
    await openReports(desk)
    const objected = await decideReports(desk)
    await openPhotos(desk, people)
    await openViewOnce(desk, people)
    await openChatPhoto(desk, people)
    await openSignals(desk, people)
    await openRemovals(desk, people)
    await openApproval(desk)
    if (objected !== undefined) await openAppeal(desk, objected)
  })
}

type Desk = { trx: Trx; now: Date; frank: number; sessionSecret: string }

const NEEDED = 12

/** Members without a name of their own in the demo, the first by number. */
async function someMembers(trx: Trx): Promise<Someone[]> {
  return members(trx).where('id', '>', castNames.length).limit(NEEDED).execute()
}

function members(trx: Trx) {
  return trx
    .selectFrom('accounts')
    .select(['id', 'username', 'brand', 'email', 'created_at as createdAt'])
    .where('email', 'like', `%@${DEMO_DOMAIN}`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
}

async function takeOnColleague(trx: Trx, world: World, passwordHash: string): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('accounts', 'id')) as id`.execute(trx)
  const id = Number(rows[0]?.id)
  const person = makePerson(world, id, new TakenNames(), colleagueWishes(world.now))
  await writePeople(trx, [person], { now: world.now, passwordHash, texts: openTexts().library() })
  return id
}

const MOST_REPORTS = 20

function reports(trx: Trx, state: 'open' | 'closed') {
  const some = trx
    .selectFrom('reports')
    .selectAll()
    .where('closed_at', state === 'open' ? 'is' : 'is not', null)
    // What somebody reported in a demo that ran before has its evidence, and its task.
    .where(sql<boolean>`not exists (select from report_evidence where report_id = reports.id)`)
    .orderBy('id')
    .limit(sql.lit(MOST_REPORTS))
  return trx
    .selectFrom(some.as('some'))
    .innerJoin('accounts as reporter', 'reporter.id', 'reporter_id')
    .innerJoin('accounts as reported', 'reported.id', 'reported_id')
    .select([
      'some.id',
      'some.brand',
      'reporter_id as by',
      'reported_id as about',
      'reason',
      'details',
      'some.created_at as at',
      'closed_at as closedAt',
    ])
    .select(['reporter.premium_until as premiumUntil', 'reported.username', 'reported.email'])
    .orderBy('some.id')
}
type Report = Awaited<ReturnType<ReturnType<typeof reports>['execute']>>[number]

async function openReports({ trx }: Desk): Promise<void> {
  for (const report of await reports(trx, 'open').execute()) {
    await keepEvidence(trx, report)
    await openReport(trx, report)
  }
}

function openReport(trx: Trx, { id, brand, about, reason, at }: Report): Promise<number> {
  const { priority, within } = urgencyOf[reason as ReportReason]
  return openTask(trx, {
    queue: 'reports',
    brand,
    accountId: about,
    subjectId: id,
    priority,
    dueAt: later(at, within),
    at,
  })
}

async function keepEvidence(
  trx: Trx,
  { id, brand, by, about, username, premiumUntil, at }: Report,
): Promise<void> {
  // Whoever has not paid for it reads nothing of what they received, and shows us no more.
  const reads =
    brandById(brand)?.billing.model === 'credits' || (premiumUntil !== null && premiumUntil > at)
  const rows = await messagesBetween(trx, by, about, null, EVIDENCE_MESSAGES)
  const messages = rows.toReversed().map(({ senderId, kind, body, sentAt }) => {
    const isMine = senderId === by
    const text = isMine || reads ? body : null
    return { isMine, kind, text, recording: null, at: sentAt.toISOString() }
  })
  const profile = { username, words: await wordsOf(trx, about) }
  await takeEvidence(trx, { member: { id: by }, at } as Scope, {
    reportId: id,
    reportedId: about,
    messages,
    profile,
  })
}

const policyFor: Readonly<Record<ReportReason, Policy>> = {
  underage: 'underage',
  harassment: 'harassment',
  scam: 'scam',
  fake: 'impersonation',
  photos: 'photoRules',
  other: 'harassment',
}

const noteOtherwise =
  'In one conversation you went on after the other person had asked you to stop. Please take a no for an answer.'
const noteFor: Partial<Record<Policy, string>> = {
  scam: 'You asked somebody whom you had just met here to pay for your journey.',
  impersonation:
    'A part of your profile is, word for word, that of another member who wrote it before you.',
  photoRules: 'One of your photos shows somebody who is not you. Please replace it.',
}

/**
 * Of what was decided before, Frank decided each with a warning. Returns the last one for
 * pestering, to which somebody objects.
 */
async function decideReports(desk: Desk): Promise<Given | undefined> {
  const { trx, frank } = desk
  let objected: Given | undefined
  for (const report of await reports(trx, 'closed').execute()) {
    const closedAt = report.closedAt ?? report.at
    await keepEvidence(trx, report)
    await closeEvidence(trx, report.id, closedAt)
    await trx.updateTable('reports').set({ closed_by: frank }).where('id', '=', report.id).execute()
    const taskId = await openReport(trx, report)
    await closeTask(trx, taskId, { by: frank, at: closedAt, outcome: 'warn' })
    const given = await warn(desk, report, { taskId, at: closedAt })
    if (policyFor[report.reason as ReportReason] === 'harassment') objected = given
  }
  return objected
}

type Given = { decisionId: number; accountId: number; brand: string; at: Date }

async function warn(
  desk: Desk,
  report: Report,
  { taskId, at }: { taskId: number; at: Date },
): Promise<Given> {
  const { about: accountId, brand, reason, email, premiumUntil } = report
  const policy = policyFor[reason as ReportReason]
  const isPremium = premiumUntil !== null && premiumUntil > at
  return warnFor(desk, {
    accountId,
    email,
    brand,
    isPremium,
    policy,
    note: noteFor[policy] ?? noteOtherwise,
    taskId,
    reportId: report.id,
    at,
  })
}

type Warned = {
  accountId: number
  email: string
  brand: string
  isPremium: boolean
  policy: Policy
  note: string
  taskId: number | null
  reportId: number | null
  at: Date
}

/** A warning of Frank's that has taken effect, with its strikes and reasons. */
async function warnFor(
  { trx, frank, sessionSecret }: Omit<Desk, 'now'>,
  warned: Warned,
): Promise<Given> {
  const { accountId, email, brand: brandId, isPremium, policy, note, taskId, reportId, at } = warned
  const brand = brandById(brandId)
  if (!brand) throw new TypeError(`there is no brand ${brandId}`)
  const severity: Severity = 'low'
  const strike = strikeOf('warn', policy, severity, at)
  const decisionId = await decision(
    { trx, frank, sessionSecret },
    {
      accountId,
      email,
      brand: brandId,
      act: 'warn',
      policy,
      severity,
      note,
      internalNote: '',
      taskId,
      reportId,
      at,
      takesEffectAt: at,
    },
  )
  await markDecision(trx, decisionId, 'took_effect_at', at)
  const statement = statementOf({
    act: 'warn',
    policy,
    part: null,
    isTextGone: false,
    newName: null,
    photo: null,
    onlyOn: null,
    site: brand.name,
    company: brand.legal.companyName,
    tookEffectAt: at,
    until: null,
    note,
    isAutomated: false,
    source: reportId === null ? 'own' : 'report',
    strikes: strike,
    cancelled: 0,
    isPremium,
    credits: 0,
  })
  await insertStatement(trx, decisionId, statement, at)
  return { decisionId, accountId, brand: brandId, at }
}

type Decided = {
  accountId: number
  email: string
  brand: string
  act: 'warn' | 'ban'
  policy: Policy
  severity: Severity
  note: string
  internalNote: string
  taskId: number | null
  reportId: number | null
  at: Date
  takesEffectAt: Date | null
}

/** A decision of Frank's about an account, with its strikes. */
async function decision(
  { trx, frank, sessionSecret }: Omit<Desk, 'now'>,
  decided: Decided,
): Promise<number> {
  const { accountId, brand, act, policy, severity, note, internalNote, taskId, reportId, at } =
    decided
  const personHash = personHashOf({ settings: { sessionSecret } }, decided.email)
  const id = await insertDecision(trx, {
    account_id: accountId,
    person_hash: personHash,
    brand,
    scope: 'network',
    act,
    policy,
    severity,
    days: null,
    ends_at: null,
    about_kind: 'account',
    about_id: accountId,
    about_part: null,
    about_key: null,
    task_id: taskId,
    note,
    internal_note: internalNote,
    is_automated: false,
    reverses: null,
    source: reportId === null ? 'own' : 'report',
    report_id: reportId,
    removal_id: null,
    decided_by: frank,
    decided_at: at,
    takes_effect_at: decided.takesEffectAt,
  })
  const strike = strikeOf(act, policy, severity, at)
  if (strike)
    await insertStrike(trx, { decisionId: id, accountId, personHash, policy, at, ...strike })
  const scope = { brand: { id: brand }, member: { id: frank }, at } as Scope
  await recordAct(trx, scope, {
    action: 'staff.decide',
    subjectId: accountId,
    details: { decision: id, act, policy, severity, needsSecond: decided.takesEffectAt === null },
  })
  return id
}

async function openAppeal(
  { trx, now }: Desk,
  { decisionId, accountId, brand, at: decidedAt }: Given,
): Promise<void> {
  const at = new Date(Math.max(later(now, -26 * HOUR).getTime(), later(decidedAt, HOUR).getTime()))
  const words =
    'I did write once more, but only to say sorry and goodbye, and that was before I had read that no answer was wanted. I have not written since. Please look at the times of the messages.'
  const subjectId = await insertAppeal(trx, { decisionId, accountId, words, at })
  if (subjectId !== null)
    await openTask(trx, {
      queue: 'appeals',
      brand,
      accountId,
      subjectId,
      priority: 1,
      dueAt: later(at, APPEAL_DUE),
      at,
    })
}

/** Somebody who pays, whom Frank wants to ban: Eve agrees or not. */
async function openApproval({ trx, now, frank, sessionSecret }: Desk): Promise<void> {
  const payer = await members(trx)
    .where('id', '>', castNames.length)
    .where('premium_until', '>', later(now, DAY))
    .where('staff_since', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!payer) return
  const at = later(now, -3 * HOUR)
  const decisionId = await decision(
    { trx, frank, sessionSecret },
    {
      accountId: payer.id,
      email: payer.email,
      brand: payer.brand,
      act: 'ban',
      policy: 'scam',
      severity: 'critical',
      note: 'Three people whom you wrote to were asked for money for the same journey.',
      internalNote:
        'The words are alike in all three conversations. Paid by card last month, so please look at it as well.',
      taskId: null,
      reportId: null,
      at,
      takesEffectAt: null,
    },
  )
  await insertApproval(trx, { decisionId, askedBy: frank, at, expiresAt: later(at, APPROVAL_FOR) })
}

/** New photos of two members, drawn as the others of theirs. */
async function openPhotos({ trx, now }: Desk, people: readonly Someone[]): Promise<void> {
  const main = await trx
    .selectFrom('photos')
    .select(['account_id as ownerId', 'key', 'width', 'height'])
    .where(
      'account_id',
      'in',
      people.map(({ id }) => id),
    )
    .where('is_primary', '=', sql.lit(true))
    .orderBy('account_id')
    .limit(sql.lit(2))
    .execute()
  for (const [index, { ownerId, key: mainKey, width, height }] of main.entries()) {
    const key = mainKey.replace(/\d$/, '9')
    const at = later(now, -(2 + 3 * index) * HOUR)
    const { id } = await trx
      .insertInto('photos')
      .values({
        account_id: ownerId,
        key,
        width,
        height,
        placeholder: avatarThumbhash(key),
        description: index === 0 ? 'On the way home' : '',
        is_private: false,
        is_primary: false,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const brand = people.find((one) => one.id === ownerId)?.brand ?? colleague.brand
    await openTask(trx, {
      queue: 'photos',
      brand,
      accountId: ownerId,
      subjectId: id,
      priority: 0,
      dueAt: later(at, DAY),
      at,
    })
  }
}

/**
 * A photo for one view, in a conversation that there is between members without a name of their
 * own.
 */
async function openViewOnce({ trx, now }: Desk, people: readonly Someone[]): Promise<void> {
  const sent = await trx
    .selectFrom('conversation_sides as side')
    .innerJoin('photos', 'photos.account_id', 'side.account_id')
    .select([
      'side.conversation_id as conversationId',
      'side.account_id as from',
      'side.other_id as to',
      'photos.key',
      'width',
      'height',
    ])
    .where(
      'side.account_id',
      'in',
      people.map(({ id }) => id),
    )
    .where('side.other_id', '>', castNames.length)
    .where('photos.is_primary', '=', sql.lit(true))
    .orderBy('side.account_id')
    .orderBy('side.conversation_id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  if (!sent) return
  const { key, width, height, ...between } = sent
  const at = later(now, -HOUR)
  const photo = {
    key: onceKey(key),
    width,
    height,
    approvedAt: null,
    endsAt: later(at, VIEW_ONCE_LASTS),
    findings: [],
    hashes: null,
    rules: PHOTO_RULES,
  }
  const message = {
    ...between,
    kind: 'viewOnce',
    body: '',
    recording: null,
    warning: null,
    about: null,
    at,
  } as const
  const { id } = await addMessage(trx, { ...message, viewOnce: photo })
  await openViewOnceTask(trx, { messageId: id, ownerId: sent.from, findings: [], at })
}

/** A photo for a chat between two of them who have a match. */
async function openChatPhoto({ trx, now }: Desk, people: readonly Someone[]): Promise<void> {
  const sent = await trx
    .selectFrom('matches')
    .innerJoin('photos', 'photos.account_id', 'matches.low_id')
    .select(['low_id as senderId', 'high_id as otherId', 'photos.key', 'width', 'height'])
    .where(
      'low_id',
      'in',
      people.map(({ id }) => id),
    )
    .where('photos.is_primary', '=', sql.lit(true))
    .orderBy('low_id')
    .orderBy('high_id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  if (!sent) return
  const { key, ...facts } = sent
  const brand = people.find(({ id }) => id === sent.senderId)?.brand ?? colleague.brand
  const at = later(now, -10 * MINUTE)
  const waits = { brand, key: onceKey(key), findings: [], hashes: null, rules: PHOTO_RULES, at }
  const id = await addChatPhoto(trx, { ...facts, ...waits })
  await openChatPhotoTask(trx, { id, senderId: sent.senderId, findings: [], at })
}

const signals: ReadonlyArray<{
  rule: RuleId
  features: Readonly<Record<string, number>>
  ago: number
}> = [
  {
    rule: 'copies',
    features: { isFirst: 1, firstsInHour: 6, recipientsInDay: 7, unansweredInDay: 6, copiesTo: 6 },
    ago: 90 * MINUTE,
  },
  { rule: 'money', features: { asksMoney: 1, moneyInDay: 2 }, ago: 5 * HOUR },
]

async function openSignals({ trx, now }: Desk, people: readonly Someone[]): Promise<void> {
  for (const [index, { rule, features, ago }] of signals.entries()) {
    const about = people[3 + index * 2]
    if (!about) continue
    const at = later(now, -ago)
    const accountDays = Math.floor((at.getTime() - about.createdAt.getTime()) / DAY)
    const hit = await recordHit(trx, {
      rule,
      accountId: about.id,
      features: { ...features, accountDays },
      shadow: false,
      at,
    })
    const subjectId = await queueHit(trx, hit, about.id, at)
    await openTask(trx, {
      queue: 'fraud',
      brand: about.brand,
      accountId: about.id,
      subjectId,
      priority: 1,
      dueAt: later(at, TASK_DUE_HOURS * HOUR),
      at,
    })
  }
}

const requests = [
  {
    kind: 'intimate',
    details:
      'The second photo was taken at my home. I never agreed that anybody else sees it, and I have asked for it to be taken down.',
    name: 'Ruth Hale',
    email: 'ruth.hale@mail.example',
    ago: 7 * HOUR,
  },
  {
    kind: 'copyright',
    details:
      'The first photo is from my own website, where I sell portraits. I did not allow its use here.',
    name: 'Studio Marlow',
    email: 'studio@marlow.example',
    ago: 20 * HOUR,
  },
] as const

async function openRemovals({ trx, now }: Desk, people: readonly Someone[]): Promise<void> {
  for (const [index, { ago, ...asked }] of requests.entries()) {
    const about = people[8 + index]
    if (!about) continue
    const at = later(now, -ago)
    const { priority, due } = kindOf(asked.kind)
    const subjectId = await insertRemoval(trx, {
      ...asked,
      brand: about.brand,
      targets: [`@${about.username}`],
      at,
    })
    await openTask(trx, {
      queue: 'removals',
      brand: about.brand,
      accountId: about.id,
      subjectId,
      priority,
      dueAt: later(at, due),
      at,
    })
  }
}
