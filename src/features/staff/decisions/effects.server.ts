import type { Services } from '#api/services.server.ts'
import { contactOf } from '#core/accounts/standing/account-status.sql.ts'
import { isBrandClosed, type Person, personOf } from '#core/accounts/standing/standing.sql.ts'
import { reopenTask } from '#core/tasks/tasks.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { photoToJudge } from '#members/photos/review.sql.ts'
import { closeReport, reportOf } from '#members/reports/report.sql.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { brandById } from '#sites/registry.ts'
import {
  type DecisionRow,
  decisionById,
  markDecision,
  strikeFor,
  takeStrikeBack,
} from './decisions.sql.ts'
import { actTable, mayHoldOnOne } from './decisions.ts'
import { decisionLifted, decisionReversed, isCopyKept, requestAnswered } from './events.server.ts'
import { decisionMail, reporterMail, takenBackMail } from './mails.ts'
import { addDecisionNotice } from './own-decisions/own-decisions.sql.ts'
import { statementPath } from './statements/statements.server.ts'
import { insertStatement } from './statements/statements.sql.ts'
import { endOf, statementOf } from './statements/statements.ts'
import { chatPhoto } from './subjects/chat-photo.server.ts'
import { person } from './subjects/person.server.ts'
import { photo } from './subjects/photo.server.ts'
import type { Done, SubjectEffects } from './subjects/subject-effects.server.ts'
import { text, writtenAnew } from './subjects/text.server.ts'
import { viewOnce } from './subjects/view-once.server.ts'

/**
 * Lets a decision take effect, whose person and row the caller has locked. Everything of it is in
 * one transaction.
 */
export async function takeEffect(
  services: Services,
  trx: Trx,
  who: Person,
  { id }: { id: number },
  at: Date,
): Promise<void> {
  await markDecision(trx, id, 'took_effect_at', at)
  const decision = await decisionById(trx, id)
  if (!decision) throw new TypeError(`decision ${id} is gone`)
  await carryOut(services, trx, who, decision, at)
}

/** What decisions are about, in the order in which they take effect. */
const subjects: readonly SubjectEffects[] = [photo, viewOnce, chatPhoto, text, person]

async function carryOut(
  services: Services,
  trx: Trx,
  who: Person,
  decision: DecisionRow,
  at: Date,
): Promise<void> {
  const { act, task_id: taskId, reverses } = decision
  const isGone = await isOutdated(services, trx, who, decision)
  const done: Done = isGone && decision.about_kind !== 'text' ? { photo: 'gone' } : {}
  for (const subject of subjects.filter(({ concerns }) => concerns(decision)))
    Object.assign(done, await subject.apply(trx, who, decision, { isGone, at }))
  if (act === 'restore' && reverses !== null) {
    const reversed = await giveBack(services, trx, who, reverses, at)
    await services.say(trx, decisionLifted, { decisionId: reverses, at })
    if (reversed) await tellTakenBack(services, trx, who, { reversed, note: decision.note })
  }
  if (act !== 'none' && act !== 'restore')
    await giveReasons(services, trx, who, decision, { done, at })
  // What holds after an objection decides no report anew; of a photo that is removed on request,
  // the request ends with all of them.
  if ((decision.report_id === null && decision.removal_id === null) || taskId === null) return
  // What stands there instead has been looked at by nobody: it is decided once more, and whoever
  // reported it is told then. A fraud task is not: messages that wait for it would be passed on
  // meanwhile.
  const isOpenAgain = isGone && act === 'removeText' && (await writtenAnew(trx, who, decision))
  if (isOpenAgain) await reopenTask(trx, taskId, null, at)
  else if (decision.removal_id !== null) await endRequest(services, trx, decision, at)
  else await tellReporter(services, trx, decision, at)
}

/** Whether what a decision is about is not there any more as it was seen. */
async function isOutdated(
  services: Services,
  trx: Trx,
  who: Person,
  decision: DecisionRow,
): Promise<boolean> {
  const { about_kind: kind, about_key: key } = decision
  if (kind === null || key === null) return false
  const about = { photo, viewOnce, chatPhoto, text, account: person }[kind]
  return about.outdated(services, trx, who, decision)
}

/**
 * Whether nothing is left of a decision: it is about a thing alone that is not there as it was
 * seen, and counts nothing. Of a text that was changed, the report is left to decide once more.
 */
export async function fallsAway(
  services: Services,
  trx: Trx,
  who: Person,
  decision: DecisionRow,
): Promise<boolean> {
  if (
    actTable[decision.act].concerns === 'person' ||
    decision.about_kind === 'text' ||
    (await strikeFor(trx, decision.id)) !== undefined
  )
    return false
  return (
    (await isOutdated(services, trx, who, decision)) &&
    !(await isConfirmedMatchGone(services, trx, decision))
  )
}

/**
 * What a lead has confirmed to be on a list stays confirmed where its owner takes it away; one that
 * was cropped is judged anew.
 */
async function isConfirmedMatchGone(
  services: Services,
  trx: Trx,
  { id, about_kind: kind, about_id: photoId }: DecisionRow,
): Promise<boolean> {
  if (!(await services.ask(trx, isCopyKept, { decisionId: id }))) return false
  return kind !== 'photo' || (await photoToJudge(trx, photoId ?? 0)) === undefined
}

/**
 * Takes a decision back, with its strikes and everything that it took and that is still there;
 * undefined where it was so already.
 */
export async function giveBack(
  services: Services,
  trx: Trx,
  who: Person,
  decisionId: number,
  at: Date,
): Promise<DecisionRow | undefined> {
  const decision = await decisionById(trx, decisionId)
  if (!decision || decision.took_effect_at === null || decision.reversed_at !== null)
    return undefined
  await markDecision(trx, decision.id, 'reversed_at', at)
  await takeStrikeBack(trx, decision.id, at)
  await services.say(trx, decisionReversed, { decisionId: decision.id, at })
  const effective = { ...decision, took_effect_at: decision.took_effect_at }
  for (const subject of subjects.filter(({ concerns }) => concerns(decision)))
    await subject.giveBack(trx, who, effective, at)
  await addDecisionNotice(trx, { accountId: who.id, decisionId, what: 'takenBack', at })
  return decision
}

async function giveReasons(
  services: Services,
  trx: Trx,
  who: Person,
  decision: DecisionRow,
  { done, at }: { done: Done; at: Date },
): Promise<void> {
  const { photo: photoIs = null, isTextGone = false, newName = null, cancelled = 0 } = done
  const brand = brandById(decision.brand)
  if (!brand) throw new TypeError(`there is no brand ${decision.brand}`)
  const statement = statementOf({
    act: decision.act,
    policy: decision.policy,
    part: decision.about_part,
    photo: photoIs,
    isTextGone,
    newName,
    onlyOn: decision.scope === 'brand' && mayHoldOnOne(decision.act) ? brand.name : null,
    site: brand.name,
    company: brand.legal.companyName,
    tookEffectAt: at,
    until: endOf(decision),
    note: decision.note,
    isAutomated: decision.is_automated,
    source: decision.source,
    strikes: (await strikeFor(trx, decision.id)) ?? null,
    cancelled,
    isPremium: who.premiumUntil !== null && who.premiumUntil > at,
    credits: decision.act === 'suspend' ? await balanceOf(trx, who.id, at) : 0,
  })
  await insertStatement(trx, decision.id, statement, at)
  await addDecisionNotice(trx, {
    accountId: who.id,
    decisionId: decision.id,
    what: 'decided',
    at,
  })
  const home = homeOf(who)
  const addressee = newName === null ? who : { ...who, username: newName }
  if (home)
    await services.queueMail(
      trx,
      decisionMail(services, home, addressee, statement, statementPath(services, decision.id)),
    )
}

/** Who is told by mail, as of the decision; a member who gets none reads it once they sign in. */
async function tellTakenBack(
  services: Services,
  trx: Trx,
  who: Person,
  { reversed, note }: { reversed: DecisionRow; note: string },
): Promise<void> {
  // As it is by now, with the name that was given back.
  const now = (await personOf(trx, who.id)) ?? who
  const home = homeOf(now)
  if (!home) return
  const isOpen = now.bannedAt === null && !(await isBrandClosed(trx, now.id, reversed.brand))
  await services.queueMail(
    trx,
    takenBackMail(
      services,
      home,
      now,
      { act: reversed.act, isOpen, note },
      statementPath(services, reversed.id),
    ),
  )
}

/**
 * The member's own site, where mail of ours may go to the address; also to somebody whose account
 * is closed.
 */
export function homeOf({ ownsEmail, emailConfirmedAt, deletedAt, brand }: Person) {
  return ownsEmail && emailConfirmedAt !== null && deletedAt === null ? brandById(brand) : undefined
}

async function endRequest(
  services: Services,
  trx: Trx,
  { removal_id: id, decided_by: by, act, note }: DecisionRow,
  at: Date,
): Promise<void> {
  if (id !== null) await services.say(trx, requestAnswered, { id, act, note, by, at })
}

async function tellReporter(
  services: Services,
  trx: Trx,
  decision: DecisionRow,
  at: Date,
): Promise<void> {
  const hasActed = decision.act !== 'none'
  const report = await reportOf(trx, decision.report_id ?? 0)
  if (
    !report ||
    !(await closeReport(trx, report.id, {
      by: decision.decided_by,
      at,
      outcome: hasActed ? 'acted' : 'noBreach',
    }))
  )
    return
  const [brand, contact] = [brandById(report.brand), await contactOf(trx, report.reporterId)]
  if (brand && contact)
    await services.queueMail(
      trx,
      reporterMail(services, brand, { id: report.reporterId, ...contact }, hasActed),
    )
}
