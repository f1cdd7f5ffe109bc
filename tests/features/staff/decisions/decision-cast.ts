import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Given } from '#api/contract.ts'
import type { Queue } from '#core/staff-accounts/queues.ts'
import { leaseNext } from '#core/tasks/leases.sql.ts'
import { openTask } from '#core/tasks/tasks.sql.ts'
import { DAY, later, SECOND } from '#lib/clock.ts'
import { getStatement } from '#staff/decisions/appeals/appeals.contract.ts'
import { decideTask, getAdvice, getDecision } from '#staff/decisions/deciding/decide.contract.ts'
import { decisionJob } from '#staff/decisions/deciding/decide.server.ts'
import { runJob, startApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { type CastMember, joins, PASSWORD, worksAs } from '#tests/support/cast.ts'
import { mailsTo } from '#tests/support/mail.ts'
import { aPhoto } from '#tests/support/photos.ts'

/** Whom the tests of decisions are about, and what staff do in them. */

export let app: TestApp
export let Eve: CastMember
export let Max: CastMember
export let Ann: CastMember
export let photo: Uint8Array
export let number = 0
export const next = () => (number += 1)

/** Eve and Max are staff, with empty queues, and decide about Ann; anew for each test. */
export function withStaff(): void {
  beforeAll(async () => {
    app = await startApp()
    photo = await aPhoto({ width: 300, height: 400 })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.advance(2 * DAY)
    await app.db.deleteFrom('tasks').execute()
    ;[Eve, Max] = [await staff('Eve'), await staff('Max')]
    Ann = await joins(app, { brand: 'adultcrush', username: `Ann${next()}` })
  })
}

export const staff = (name: string) => worksAs(app, `${name}${next()}`)
export const inTransaction = <T>(
  work: Parameters<ReturnType<typeof app.db.transaction>['execute']>[0],
) => app.transaction(work) as Promise<T>

/** Opens a task about Ann, and gives it to somebody. */
export async function held(
  by: CastMember,
  queue: Queue = 'reports',
  subjectId = next(),
): Promise<number> {
  const at = app.clock.now()
  return inTransaction<number>(async (trx) => {
    await openTask(trx, {
      queue,
      brand: 'adultcrush',
      accountId: Ann.id,
      subjectId,
      priority: 0,
      dueAt: later(at, DAY),
      at,
    })
    return (await leaseNext(trx, queue, by.id, at))?.id ?? expect.fail('no task was free')
  })
}

export const spam = {
  act: 'warn',
  policy: 'spam',
  severity: 'low',
  note: 'You sent the same words to many.',
} as const
export type Body = Given<typeof decideTask>['body']
export const decides = (by: CastMember, body: Body) => by.calls(decideTask, { body })
export const about = (body: Partial<Body> = {}): Body => ({ accountId: Ann.id, ...spam, ...body })

export const ran = (task = decisionJob) => runJob(app, task)
/** The time to take a decision back passes, and the worker runs. */
export async function takesEffect(): Promise<void> {
  app.clock.advance(11 * SECOND)
  await ran()
}

export const isIn = async (member: CastMember = Ann) =>
  (await member.request('/profile/currentCreditsInfo')).status !== 401
export const signsIn = async (visitor: Visitor, { username }: CastMember = Ann) => {
  const response = await visitor.posts('/site/signin', { login: username, password: PASSWORD })
  return (await response.json()) as { next?: string; detail?: string }
}
export const tokenIn = (next: string | undefined) => next?.replace('/decision/', '') ?? ''
export const statementOf = (token: string) =>
  app.visitor('adultcrush').calls(getStatement, { query: { token } })
export const statementOfLatest = async () =>
  statementOf(tokenIn((await decision((await latest()).id)).statement ?? ''))
export const decision = async (id: number) =>
  (await Eve.calls(getDecision, { query: { id } })).decision
export const latest = () =>
  app.db
    .selectFrom('decisions')
    .select(['id', 'act', 'days'])
    .where('account_id', '=', Ann.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
export const before = async () =>
  (await Eve.calls(getAdvice, { query: { accountId: Ann.id } })).before
export const mailKinds = async () =>
  (await mailsTo(app, `${Ann.username.toLowerCase()}@example.org`))
    .map(({ kind }) => kind)
    .toReversed()
export const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no problem',
    (error: Error & { errors?: Array<{ message: string }> }) =>
      error.errors?.[0]?.message ?? error.message,
  )
