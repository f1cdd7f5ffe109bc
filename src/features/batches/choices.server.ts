import type { Answer } from '../../api/contract.ts'
import { ApiError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import { accountsOnDevicesOf } from '../accounts/devices.sql.ts'
import { personOf, personsOf } from '../accounts/standing.sql.ts'
import { recordAct } from '../audit/audit.sql.ts'
import { recordLooks } from '../audit/looks.sql.ts'
import { rulesOf } from '../fraud/firings.sql.ts'
import { sendersOfTheSame } from '../fraud/letters.sql.ts'
import { ruleWords } from '../fraud/rules.ts'
import { waitingAmong } from '../messaging/view-once.sql.ts'
import { reportReasons } from '../moderation/report-reasons.ts'
import { reasonsOf } from '../moderation/report.sql.ts'
import { kindsFound, ownersOfTheSame } from '../photos/hashes/findings.sql.ts'
import { findingRules } from '../photos/hashes/findings.ts'
import { photoKeys } from '../photos/review.sql.ts'
import { jobById, type JobRow, openJobs } from '../staff/jobs.sql.ts'
import { assertOpenTo } from '../staff/roles.server.ts'
import { whySingly } from './batch-items.server.ts'
import { type Choice, getChoices } from './batches.contract.ts'
import { BATCH_LIMIT, type BatchKind, queueOf } from './batches.ts'
import { pictureOf, standingInWords } from './pictures.server.ts'

type JobKind = Exclude<BatchKind, 'accounts'>

/** On a page: with pictures, fewer. */
const onPage: Readonly<Record<JobKind, number>> = { photos: 40, viewOnce: 40, reports: 60, fraud: 60 }

const choicesHandler = handle(getChoices, async ({ query: { kind, about, after }, scope, services, at }) => {
  const { db } = services
  await assertOpenTo(db, scope.member.id, queueOf(kind))
  const person = about === undefined ? undefined : await personOf(db, about)
  if (about !== undefined && !person) throw new ApiError('notFound', { detail: 'There is no such account.' })
  const named = person ? { id: person.id, username: person.username } : null
  if (kind === 'accounts') return { about: named, ...(about === undefined ? { choices: [], next: null } : await alikeTo(services, scope, about, after)) }
  const from = after === undefined ? undefined : await jobById(db, after)
  const jobs = await openJobs(db, { queue: kind, staffId: scope.member.id, accountId: about, after: from, most: onPage[kind] + 1 })
  const shown = jobs.slice(0, onPage[kind])
  const choices = await choicesOf(services, scope, kind, shown, at)
  return { choices, about: named, next: jobs.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
})

async function choicesOf(services: Services, scope: Scope, kind: JobKind, jobs: readonly JobRow[], at: Date): Promise<Choice[]> {
  const { db } = services
  const about = jobs.flatMap((job) => (job.account_id === null ? [] : [{ subjectId: job.subject_id, accountId: job.account_id }]))
  const [people, singly, facts] = await Promise.all([
    personsOf(db, [...new Set(about.map(({ accountId }) => accountId))]),
    whySingly(db, kind, about),
    factsOf(
      services,
      kind,
      jobs.map((job) => job.subject_id),
    ),
  ])
  // The pictures of what is decided alone are looked at there.
  const keys = new Map([...facts.keys].filter(([subject]) => !singly.has(subject)))
  const seen = new Set(about.filter(({ subjectId }) => keys.has(subjectId)).map(({ accountId }) => accountId))
  await recordLooks(
    db,
    scope,
    [...seen].map((subjectId) => ({ subjectId, what: 'photos' as const, why: { queue: kind } })),
  )
  return Promise.all(
    jobs.map(async (job): Promise<Choice> => {
      const person = people.get(job.account_id ?? 0)
      return {
        id: job.id,
        accountId: job.account_id,
        username: person && person.deletedAt === null ? person.username : 'a member who left',
        brand: job.brand,
        standing: standingInWords(person, at),
        openedAt: job.opened_at.toISOString(),
        facts: facts.words.get(job.subject_id) ?? [],
        src: await pictureOf(services, kind, keys.get(job.subject_id) ?? null),
        refused: singly.get(job.subject_id) ?? whyNot(job, scope.member.id, at),
      }
    }),
  )
}

function whyNot({ account_id: aboutId, leased_by: holder, leased_until: until }: JobRow, staffId: number, at: Date): string | null {
  if (aboutId === null) return 'Its account is gone.'
  return holder !== null && holder !== staffId && until !== null && until > at ? 'Somebody else works on this job.' : null
}

/** What each subject is, in words, and the key of its picture. */
async function factsOf({ db }: Services, kind: JobKind, subjects: readonly number[]): Promise<{ words: Map<number, string[]>; keys: Map<number, string> }> {
  const none = new Map<number, string>()
  if (kind === 'reports') return { words: inLists(await reasonsOf(db, subjects), labelOf), keys: none }
  if (kind === 'fraud') return { words: inLists(await rulesOf(db, subjects), ruleWords), keys: none }
  if (kind === 'photos') {
    const [found, keys] = await Promise.all([kindsFound(db, subjects), photoKeys(db, subjects)])
    return { words: new Map([...found].map(([id, kinds]) => [id, [...kinds].map((one) => findingRules[one].means)])), keys }
  }
  const photos = [...(await waitingAmong(db, subjects))]
  return {
    words: new Map(photos.map(([id, { findings }]) => [id, findings.map((one) => findingRules[one.kind].means)])),
    keys: new Map(photos.map(([id, { key }]) => [id, key])),
  }
}

function inLists(values: ReadonlyMap<number, string>, wordsOf: (value: string) => string): Map<number, string[]> {
  return new Map([...values].map(([id, value]) => [id, [wordsOf(value)]]))
}

function labelOf(reason: string): string {
  return reportReasons.find(({ value }) => value === reason)?.label ?? reason
}

/**
 * Accounts that share something with one, which is the first of them; the others by number, from after one on. No proof,
 * which is why each of them is looked at before anything is decided.
 */
async function alikeTo(services: Services, scope: Scope, about: number, after?: number): Promise<Pick<Answer<typeof getChoices>, 'choices' | 'next'>> {
  const { db } = services
  const { at } = scope
  const page = { after: after ?? 0, most: BATCH_LIMIT + 1 }
  const [devices, pictures, words] = await Promise.all([
    accountsOnDevicesOf(db, about, page),
    ownersOfTheSame(db, about, page),
    sendersOfTheSame(db, about, at, page),
  ])
  const found = [...new Set([...devices, ...pictures, ...words])].toSorted((a, b) => a - b)
  const ids = [...(after === undefined ? [about] : []), ...found].slice(0, BATCH_LIMIT)
  await recordLooks(
    db,
    scope,
    ids.map((subjectId) => ({ subjectId, what: 'account' as const, why: { alike: about } })),
  )
  await recordAct(db, scope, { action: 'staff.lookForAlike', subjectId: about })
  const [people, singly] = await Promise.all([
    personsOf(db, ids),
    whySingly(
      db,
      'accounts',
      ids.map((id) => ({ subjectId: id, accountId: id })),
    ),
  ])
  const choices = ids.map((id): Choice => {
    const person = people.get(id)
    const isGone = !person || person.deletedAt !== null
    return {
      id,
      accountId: id,
      username: isGone ? 'a member who left' : person.username,
      brand: person?.brand ?? scope.brand.id,
      standing: standingInWords(person, at),
      openedAt: null,
      facts:
        id === about
          ? ['The account itself']
          : [
              ...(devices.includes(id) ? ['Used the same device'] : []),
              ...(pictures.includes(id) ? ['Has the same picture'] : []),
              ...(words.includes(id) ? ['Sent the same words today'] : []),
            ],
      src: null,
      refused: isGone ? 'Its account is gone.' : id === scope.member.id ? 'This is about you. Somebody else decides about it.' : (singly.get(id) ?? null),
    }
  })
  return { choices, next: found.every((id) => ids.includes(id)) ? null : (ids.at(-1) ?? null) }
}

export const choiceHandlers: Handler[] = [choicesHandler]
