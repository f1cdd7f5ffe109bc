import { ask } from '../../../api/domain-events.server.ts'
import { say } from '../../../api/domain-events.server.ts'
import type { Services } from '../../../api/services.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { HOUR, later } from '../../../lib/clock.ts'
import { brandById } from '../../../sites/registry.ts'
import { contactOf } from '../../core/accounts/account-status.sql.ts'
import { addPremium } from '../../core/accounts/premium.sql.ts'
import { isProvisional } from '../../core/accounts/provisional-name.ts'
import { putUsernameBack, takeUsername } from '../../core/accounts/removed-username.sql.ts'
import {
  isBrandClosed,
  type Person,
  personOf,
  setStanding,
  type Standing,
} from '../../core/accounts/standing.sql.ts'
import { provisionalUsername } from '../../core/accounts/usernames.server.ts'
import { lockProfile } from '../../core/people/has-photo.sql.ts'
import { putWordsBack, takeWords } from '../../core/people/introduction.sql.ts'
import { putAnswerBack, takeAnswer } from '../../core/people/prompts.sql.ts'
import {
  closeTasksAbout,
  isOpenFor,
  openAgainAbout,
  reopenTask,
} from '../../core/tasks/tasks.sql.ts'
import { photoQueues } from '../../core/tasks/tasks.ts'
import { givePhotoBack } from '../../members/messages/view-once-check.server.ts'
import { judgePhoto } from '../../members/messages/view-once-check.server.ts'
import { waitsForStaff } from '../../members/messages/view-once-check.server.ts'
import { forgetRefused, keepRefused } from '../../members/photos/hashes/verdicts.sql.ts'
import { photoToJudge, reviewPhoto } from '../../members/photos/review.sql.ts'
import { closeReport, reportOf } from '../../members/reports/report.sql.ts'
import { putUpdateBack, takeUpdate } from '../../members/updates/updates.sql.ts'
import { cancelRenewals } from '../../money/contracts/cancel.server.ts'
import { balanceOf, giveBackExpired } from '../../money/credits/credits.sql.ts'
import {
  type DecisionRow,
  decisionById,
  isHiddenStill,
  markDecision,
  standingDecisions,
  strikeFor,
  takeStrikeBack,
} from './decisions.sql.ts'
import { actTable, mayHoldOnOne, policyOf } from './decisions.ts'
import { decisionLifted } from './events.server.ts'
import { decisionReversed } from './events.server.ts'
import { isCopyKept } from './events.server.ts'
import { requestAnswered } from './events.server.ts'
import { decisionMail, reporterMail, takenBackMail } from './mails.ts'
import { addDecisionNotice } from './own-decisions.sql.ts'
import { type Span, without } from './spans.ts'
import { standingText, textKeyOf } from './standing-text.server.ts'
import { statementPath } from './statements.server.ts'
import { insertStatement, keepRemoved, type Removed, takeRemoved } from './statements.sql.ts'
import { endOf, statementOf } from './statements.ts'

/** Lets a decision take effect, whose person and row the caller has locked. Everything of it is in one transaction. */
export async function takeEffect(
  services: Services,
  trx: Trx,
  person: Person,
  { id }: { id: number },
  at: Date,
): Promise<void> {
  await markDecision(trx, id, 'took_effect_at', at)
  const decision = await decisionById(trx, id)
  if (!decision) throw new TypeError(`decision ${id} is gone`)
  await carryOut(services, trx, person, decision, at)
}

async function carryOut(
  services: Services,
  trx: Trx,
  person: Person,
  decision: DecisionRow,
  at: Date,
): Promise<void> {
  let cancelled = 0
  const isGone = await isOutdated(services, trx, person, decision)
  if (judgesPhoto(decision)) {
    const verdict = { by: decision.decided_by, at }
    const refused = {
      ...verdict,
      approved: false as const,
      reason: decision.note === '' ? policyOf(decision.policy).text : decision.note,
    }
    if (isGone) await keepRefused(trx, decision.about_id ?? 0, refused)
    else {
      await reviewPhoto(
        trx,
        decision.about_id ?? 0,
        decision.act === 'none' ? { ...verdict, approved: true } : refused,
      )
      await closeTasksAbout(trx, photoQueues, decision.about_id ?? 0, {
        by: decision.decided_by,
        at,
        outcome: decision.act,
      })
    }
  }
  const isOfViewOnce = decision.about_kind === 'viewOnce' && decision.act !== 'restore' && !isGone
  const photoIs = isOfViewOnce
    ? await judgePhoto(trx, {
        messageId: decision.about_id ?? 0,
        ownerId: decision.account_id,
        approved: decision.act === 'none',
        at,
      })
    : null
  const removed =
    decision.act === 'removeText' && !isGone ? await removeText(trx, decision, at) : null
  if (['limit', 'suspend', 'ban'].includes(decision.act)) await renewStanding(trx, person, at)
  if (decision.act === 'ban' && decision.scope === 'network')
    cancelled = (await cancelRenewals(trx, person.id, at)).length
  if (decision.act === 'restore' && decision.reverses !== null) {
    const reversed = await giveBack(services, trx, person, decision.reverses, at)
    await say(services, trx, decisionLifted, { decisionId: decision.reverses, at })
    if (reversed) await tellTakenBack(services, trx, person, { reversed, note: decision.note })
  }
  if (decision.act !== 'none' && decision.act !== 'restore')
    await giveReasons(services, trx, person, decision, {
      cancelled,
      removed,
      isGone,
      isWithheld: photoIs === 'withheld',
      at,
    })
  // What holds after an objection decides no report anew; of a photo that is removed on request, the request ends with all of them.
  if ((decision.report_id === null && decision.removal_id === null) || decision.task_id === null)
    return
  // What stands there instead has been looked at by nobody: it is decided once more, and whoever reported it is told then.
  // A fraud task is not: messages that wait for it would be passed on meanwhile.
  const isOpenAgain =
    isGone && decision.act === 'removeText' && (await writtenAnew(trx, person, decision))
  if (isOpenAgain) await reopenTask(trx, decision.task_id, null, at)
  else if (decision.removal_id !== null) await endRequest(services, trx, decision, at)
  else await tellReporter(services, trx, decision, at)
}

/** Whatever a check of a new photo comes to, the photo is approved or refused with it. */
function judgesPhoto({ act, about_kind: kind, source }: DecisionRow): boolean {
  return kind === 'photo' && act !== 'restore' && (act === 'hidePhoto' || source === 'check')
}

/**
 * Whether nothing is left of a decision: it is about a thing alone that is not there as it was seen, and counts nothing.
 * Of a text that was changed, the report is left to decide once more.
 */
export async function fallsAway(
  services: Services,
  trx: Trx,
  person: Person,
  decision: DecisionRow,
): Promise<boolean> {
  if (
    actTable[decision.act].concerns === 'person' ||
    decision.about_kind === 'text' ||
    (await strikeFor(trx, decision.id)) !== undefined
  )
    return false
  return (
    (await isOutdated(services, trx, person, decision)) &&
    !(await isConfirmedMatchGone(services, trx, decision))
  )
}

/** What a lead has confirmed to be on a list stays confirmed where its owner takes it away; one that was cropped is judged anew. */
async function isConfirmedMatchGone(
  services: Services,
  trx: Trx,
  { id, about_kind: kind, about_id: photoId }: DecisionRow,
): Promise<boolean> {
  if (!(await ask(services, trx, isCopyKept, { decisionId: id }))) return false
  return kind !== 'photo' || (await photoToJudge(trx, photoId ?? 0)) === undefined
}

/**
 * Of a check: the photo was cropped or deleted since it was seen, another decision hid it before this one approves it, or a
 * list knows it by now. Of a text: something else stands there.
 */
async function isOutdated(
  { settings }: Services,
  trx: Trx,
  person: Person,
  decision: DecisionRow,
): Promise<boolean> {
  const {
    act,
    account_id: accountId,
    about_kind: kind,
    about_id: photoId,
    about_key: key,
  } = decision
  if (key === null) return false
  if (kind === 'text') {
    const words = await textNow(trx, person, decision)
    return words !== null && textKeyOf({ settings }, words) !== key
  }
  if (kind === 'viewOnce') return !(await waitsForStaff(trx, photoId ?? 0))
  // In the order of every change to photos: the profile first.
  await lockProfile(trx, accountId)
  const photo = await photoToJudge(trx, photoId ?? 0)
  return (
    photo?.key !== key ||
    (act === 'none' && (photo.isRefused || (await isOpenFor(trx, 'matches', photoId ?? 0))))
  )
}

async function textNow(
  trx: Trx,
  person: Person,
  { about_part: part, about_id: id }: DecisionRow,
): Promise<string | null> {
  return part === null ? null : standingText(trx, person, part, id ?? 0)
}

/** Whether the member has written something where a decision was about a text; a generated username is nothing of theirs. */
async function writtenAnew(trx: Trx, person: Person, decision: DecisionRow): Promise<boolean> {
  const words = await textNow(trx, person, decision)
  return (
    words !== null && words !== '' && !(decision.about_part === 'username' && isProvisional(words))
  )
}

/** Of a username, `newName` is the generated one. */
type RemovedText = { newName: string | null }

/** Null where nothing stands there. */
async function removeText(trx: Trx, decision: DecisionRow, at: Date): Promise<RemovedText | null> {
  const { account_id: accountId, about_part: part, about_id: aboutId } = decision
  if (part === 'username') {
    const newName = provisionalUsername()
    const text = await takeUsername(trx, accountId, newName, at)
    if (text === undefined) return null
    await keepRemoved(trx, decision.id, accountId, { part, text }, at)
    return { newName }
  }
  const removed = part === null ? undefined : await taken(trx, accountId, part, aboutId ?? 0)
  if (!removed) return null
  await keepRemoved(trx, decision.id, accountId, removed, at)
  return { newName: null }
}

async function taken(
  trx: Trx,
  accountId: number,
  part: Exclude<Removed['part'], 'username'>,
  id: number,
): Promise<Removed | undefined> {
  if (part === 'headline' || part === 'about') {
    const text = await takeWords(trx, accountId, part)
    return text === '' ? undefined : { part, text }
  }
  if (part === 'update') {
    const update = await takeUpdate(trx, accountId, id)
    return update && { part, text: update.body, at: update.at.toISOString() }
  }
  const row = await takeAnswer(trx, accountId, id)
  return (
    row && { part, brand: row.brand, prompt: row.prompt, question: row.question, text: row.answer }
  )
}

/** What an account may do follows from the decisions that stand: one that ended or was taken back leaves the others. */
export async function renewStanding(trx: Trx, person: Person, at: Date): Promise<void> {
  const all = await standingDecisions(trx, person.id)
  const now = all.filter((decision) => decision.act === 'ban' || (endOf(decision) ?? at) > at)
  await setStanding(trx, person, {
    network: closureOf(now.filter(({ act, scope }) => act !== 'limit' && scope === 'network')),
    brands: [
      ...new Set(
        now
          .filter(({ act, scope }) => act !== 'limit' && scope === 'brand')
          .map(({ brand }) => brand),
      ),
    ].map((brand) => ({
      brand,
      until:
        closureOf(
          now.filter((one) => one.act !== 'limit' && one.scope === 'brand' && one.brand === brand),
        )?.until ?? null,
    })),
    limitedUntil: latest(now.filter(({ act }) => act === 'limit').map((one) => endOf(one))),
  })
}

function closureOf(decisions: readonly DecisionRow[]): Standing['network'] {
  const [first] = decisions
  if (!first) return null
  const isForGood = decisions.some(({ act }) => act === 'ban')
  const reason = decisions.map(({ policy }) => policyOf(policy).label).join('; ')
  return {
    since: first.took_effect_at ?? first.decided_at,
    until: isForGood ? null : latest(decisions.map((one) => endOf(one))),
    reason,
  }
}

function latest(dates: ReadonlyArray<Date | null>): Date | null {
  return dates.reduce(
    (last, date) => (date !== null && (last === null || date > last) ? date : last),
    null,
  )
}

/** Within which what waited while an account was closed is decided. */
const REOPENED_WITHIN = 12 * HOUR

/** Takes a decision back, with its strikes and everything that it took and that is still there; undefined where it was so already. */
export async function giveBack(
  services: Services,
  trx: Trx,
  person: Person,
  decisionId: number,
  at: Date,
): Promise<DecisionRow | undefined> {
  const decision = await decisionById(trx, decisionId)
  if (!decision || decision.took_effect_at === null || decision.reversed_at !== null)
    return undefined
  await markDecision(trx, decision.id, 'reversed_at', at)
  await takeStrikeBack(trx, decision.id, at)
  await say(services, trx, decisionReversed, { decisionId: decision.id, at })
  await giveThingsBack(trx, person, { ...decision, took_effect_at: decision.took_effect_at }, at)
  await addDecisionNotice(trx, { accountId: person.id, decisionId, what: 'takenBack', at })
  return decision
}

type Effective = DecisionRow & { took_effect_at: Date }

async function giveThingsBack(
  trx: Trx,
  person: Person,
  decision: Effective,
  at: Date,
): Promise<void> {
  if (judgesPhoto(decision)) await showAgain(trx, decision, at)
  if (decision.about_kind === 'viewOnce')
    await givePhotoBack(trx, { messageId: decision.about_id ?? 0, ownerId: person.id, at })
  if (decision.act === 'removeText') await putBack(trx, decision, at)
  if (!['limit', 'suspend', 'ban'].includes(decision.act)) return
  await renewStanding(trx, person, at)
  if (decision.act === 'ban')
    await openAgainAbout(trx, person.id, {
      since: decision.took_effect_at,
      dueAt: later(at, REOPENED_WITHIN),
      at,
    })
  if (decision.act !== 'limit') await givePaidBack(trx, person, decision, at)
}

/** Not where it was changed since and waits, where another decision hides it, too, or where it was removed on a request that this one does not answer. */
async function showAgain(
  trx: Trx,
  { account_id: ownerId, about_id: photoId, removal_id: removalId }: DecisionRow,
  at: Date,
): Promise<void> {
  if (photoId === null || (await isHiddenStill(trx, ownerId, photoId))) return
  // Its owner may delete it at this moment.
  await lockProfile(trx, ownerId)
  const photo = await photoToJudge(trx, photoId)
  if (photo?.isRefused !== true) await forgetRefused(trx, photoId, at)
  else if (!photo.isRemoved || removalId !== null)
    await reviewPhoto(trx, photoId, { by: null, at, approved: true })
}

/** Of a decision that never takes effect: a photo that its owner deleted meanwhile is known as refused since then. */
export async function forgetDeleted(trx: Trx, decision: DecisionRow, at: Date): Promise<void> {
  const { act, account_id: ownerId, about_id: photoId } = decision
  if (
    !judgesPhoto(decision) ||
    act === 'none' ||
    photoId === null ||
    (await isHiddenStill(trx, ownerId, photoId))
  )
    return
  await lockProfile(trx, ownerId)
  if ((await photoToJudge(trx, photoId))?.isRefused !== true) await forgetRefused(trx, photoId, at)
}

/** What somebody paid for that a closure kept from them: of one brand, what its model of billing sells; a partner's access is the partner's own. */
function keeps({ scope, brand }: DecisionRow, what: 'subscription' | 'credits'): boolean {
  return scope === 'network' || brandById(brand)?.billing.model === what
}

/** The time that somebody had paid for and could not use, and the credits that expired then. What another closure that stands keeps as well stays lost. */
async function givePaidBack(
  trx: Trx,
  { id, premiumUntil }: Person,
  decision: DecisionRow,
  at: Date,
): Promise<void> {
  const others = (await standingDecisions(trx, id)).filter(({ act }) => act !== 'limit')
  const lostOf = (what: 'subscription' | 'credits') =>
    without(
      spanOf(decision, at),
      others.filter((one) => keeps(one, what)).map((one) => spanOf(one, at)),
    )
  if (keeps(decision, 'subscription') && premiumUntil !== null) {
    const paid = lostOf('subscription').map(
      ({ from, to }) => Math.min(to.getTime(), premiumUntil.getTime()) - from.getTime(),
    )
    const lost = paid.reduce((sum, one) => sum + Math.max(0, one), 0)
    if (lost > 0) await addPremium(trx, id, lost, at)
  }
  if (!keeps(decision, 'credits')) return
  for (const { from, to } of lostOf('credits')) await giveBackExpired(trx, id, { from, to, at })
}

/** For how long a decision held up to now. */
function spanOf(decision: DecisionRow, at: Date): Span {
  const [from, end] = [decision.took_effect_at ?? at, endOf(decision)]
  return { from, to: end !== null && end < at ? end : at }
}

async function putBack(
  trx: Trx,
  { id, account_id: accountId }: DecisionRow,
  at: Date,
): Promise<void> {
  const removed = await takeRemoved(trx, id)
  if (removed === undefined) return
  if (removed.part === 'update')
    await putUpdateBack(trx, accountId, { body: removed.text, at: new Date(removed.at) })
  else if (removed.part === 'prompt')
    await putAnswerBack(trx, accountId, { ...removed, answer: removed.text, at })
  else if (removed.part === 'username') await putUsernameBack(trx, accountId, removed.text)
  else await putWordsBack(trx, accountId, removed.part, removed.text)
}

type Effects = {
  cancelled: number
  removed: RemovedText | null
  isGone: boolean
  isWithheld: boolean
  at: Date
}

async function giveReasons(
  services: Services,
  trx: Trx,
  person: Person,
  decision: DecisionRow,
  { cancelled, removed, isGone, isWithheld, at }: Effects,
): Promise<void> {
  const newName = removed?.newName ?? null
  const brand = brandById(decision.brand)
  if (!brand) throw new TypeError(`there is no brand ${decision.brand}`)
  const statement = statementOf({
    act: decision.act,
    policy: decision.policy,
    part: decision.about_part,
    photo:
      isGone && decision.about_kind !== 'text'
        ? 'gone'
        : isWithheld
          ? 'withheld'
          : await photoOf(trx, decision),
    isTextGone: decision.act === 'removeText' && removed === null,
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
    isPremium: person.premiumUntil !== null && person.premiumUntil > at,
    credits: decision.act === 'suspend' ? await balanceOf(trx, person.id, at) : 0,
  })
  await insertStatement(trx, decision.id, statement, at)
  await addDecisionNotice(trx, {
    accountId: person.id,
    decisionId: decision.id,
    what: 'decided',
    at,
  })
  const home = homeOf(person)
  const addressee = newName === null ? person : { ...person, username: newName }
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
  person: Person,
  { reversed, note }: { reversed: DecisionRow; note: string },
): Promise<void> {
  // As it is by now, with the name that was given back.
  const now = (await personOf(trx, person.id)) ?? person
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

async function photoOf(
  trx: Trx,
  decision: DecisionRow,
): Promise<'hidden' | 'removed' | 'notShown' | 'gone' | null> {
  if (decision.about_kind === 'viewOnce') return 'notShown'
  if (!judgesPhoto(decision)) return null
  const photo = await photoToJudge(trx, decision.about_id ?? 0)
  if (!photo) return 'gone'
  return photo.isRemoved ? 'removed' : 'hidden'
}

/** The member's own site, where mail of ours may go to the address; also to somebody whose account is closed. */
export function homeOf({ ownsEmail, emailConfirmedAt, deletedAt, brand }: Person) {
  return ownsEmail && emailConfirmedAt !== null && deletedAt === null ? brandById(brand) : undefined
}

async function endRequest(
  services: Services,
  trx: Trx,
  { removal_id: id, decided_by: by, act, note }: DecisionRow,
  at: Date,
): Promise<void> {
  if (id !== null) await say(services, trx, requestAnswered, { id, act, note, by, at })
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
