import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { localesOf } from '#core/accounts/standing/account-facts.sql.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { rulesOf } from '#core/rules/hits.sql.ts'
import { ruleWords } from '#core/rules/rules.ts'
import { type Queue, queuesIn } from '#core/staff-accounts/queues.ts'
import { openQueues } from '#core/staff-accounts/roles.sql.ts'
import { leftFor } from '#core/tasks/leases.sql.ts'
import {
  type BrandLoad,
  brandLoads,
  type ListedTask,
  TASKS_A_PAGE,
  tasksIn,
} from '#core/tasks/lists.sql.ts'
import { noteWork, shiftOf } from '#core/tasks/shifts.sql.ts'
import { withoutHard } from '#core/tasks/tasks.ts'
import { countViews, deleteView, insertView, viewsOf } from '#core/tasks/views.sql.ts'
import type { Db } from '#db/connection.server.ts'
import { reasonsOf } from '#members/reports/report.sql.ts'
import { reportReasons } from '#members/reports/reporting/report-reasons.ts'
import { brands } from '#sites/registry.ts'
import { opens } from '#sites/staff-roles.ts'
import { actsOfAppeals } from '../decisions/appeals/appeals.sql.ts'
import { actTable } from '../decisions/decisions.ts'
import { MAY_CHOOSE } from '../desk/choosing.ts'
import { kindsOf } from '../removals/removals.sql.ts'
import { kindOf } from '../removals/removals.ts'
import { getTaskList, keepView } from './task-list.contract.ts'
import { MOST_VIEWS, placePath } from './task-list.ts'

const listHandler = handle(
  getTaskList,
  async ({
    params: { place },
    query: { queue: chosen, brand, page },
    scope: { member, at },
    services: { db },
  }) => {
    const [open, { hidesHard }] = await Promise.all([
      openQueues(db, member.id),
      shiftOf(db, member.id, at),
    ])
    const theirs = queuesIn(place).filter((queue) => open.includes(queue))
    if (theirs.length === 0) throw new ApiError('forbidden', 'This list is not open to you.')
    const worker = { staffId: member.id, hidesHard, at }
    const there = withoutHard(theirs, hidesHard)
    const asked = chosen.length === 0 ? theirs : theirs.filter((queue) => chosen.includes(queue))
    const listed = withoutHard(asked, hidesHard)
    const [found, loads, left, views] = await Promise.all([
      tasksIn(db, { queues: listed, brand, page }, worker),
      brandLoads(
        db,
        there,
        brands.map(({ id }) => id),
        worker,
      ),
      leftFor(db, asked, worker),
      viewsOf(db, member.id, place, MOST_VIEWS),
    ])
    const rows = found.slice(0, TASKS_A_PAGE)
    const holderOf = (row: ListedTask) =>
      row.leased_until !== null && row.leased_until > at ? row.leased_by : null
    const [reasons, locales, people] = await Promise.all([
      Promise.all(
        listed.map(
          async (queue) =>
            [
              queue,
              await reasonsIn(
                db,
                queue,
                rows.filter((row) => row.queue === queue),
              ),
            ] as const,
        ),
      ),
      localesOf(
        db,
        rows.flatMap((row) => row.account_id ?? []),
      ),
      contactsOf(db, [...new Set(rows.flatMap((row) => holderOf(row) ?? []))]),
    ])
    const reasonOf = new Map(reasons)
    const languages = new Intl.DisplayNames(['en'], { type: 'language' })
    const sum = (of: readonly BrandLoad[]) => of.reduce((total, one) => total + one.open, 0)
    return {
      tasks: rows.map((row) => {
        const locale = locales.get(row.account_id ?? 0)
        const holder = holderOf(row)
        return {
          id: row.id,
          queue: row.queue,
          brand: row.brand,
          openedAt: row.opened_at.toISOString(),
          dueAt: row.due_at.toISOString(),
          reason: reasonOf.get(row.queue)?.(row) ?? '',
          language: locale === undefined ? null : (languages.of(locale) ?? null),
          heldBy: holder === null ? null : (people.get(holder)?.username ?? 'somebody'),
          isMine: holder === member.id,
          isSkipped: row.isSkipped,
        }
      }),
      hasMore: found.length > TASKS_A_PAGE,
      queues: there.map((queue) => ({
        queue,
        open: sum(loads.filter((one) => one.queue === queue)),
      })),
      brands: [
        ...Map.groupBy(
          loads.filter(({ queue }) => listed.includes(queue)),
          (one) => one.brand,
        ),
      ].map(([of, loadsOf]) => ({ brand: of, open: sum(loadsOf) })),
      takesFrom: listed,
      ...left,
      mayChoose: opens(member.roles, MAY_CHOOSE),
      views,
    }
  },
)

/** Why each of these tasks of a queue is there. */
async function reasonsIn(
  db: Db,
  queue: Queue,
  rows: readonly ListedTask[],
): Promise<(row: ListedTask) => string> {
  const ids = rows.map((row) => row.subject_id)
  const wordsIn =
    <K>(found: ReadonlyMap<number, K>, words: (found: K) => string) =>
    ({ subject_id: id }: ListedTask) => {
      const one = found.get(id)
      return one === undefined ? 'It is gone' : words(one)
    }
  if (queue === 'reports')
    return wordsIn(
      await reasonsOf(db, ids),
      (reason) => reportReasons.find(({ value }) => value === reason)?.label ?? reason,
    )
  if (queue === 'fraud') return wordsIn(await rulesOf(db, ids), ruleWords)
  if (queue === 'poses') return () => 'A photo in a pose'
  if (queue === 'removals') return wordsIn(await kindsOf(db, ids), (kind) => kindOf(kind).label)
  if (queue === 'appeals')
    return wordsIn(await actsOfAppeals(db, ids), (act) => `Objects to: ${actTable[act].label}`)
  return ({ priority }) => findingWords.find(([from]) => priority >= from)?.[1] ?? 'New'
}

/**
 * By the priority that what was found about a picture gives its task
 * (members/photos/hashes/findings.ts).
 */
const findingWords = [
  [90, 'On a list'],
  [60, 'Refused before, or of a closed account'],
  [20, 'Another account has it'],
] as const

const viewHandler = handle(keepView, async ({ body, scope: { member, at }, services }) => {
  const next = await services.db.transaction().execute(async (trx) => {
    if (body.act === 'forget') {
      await deleteView(trx, member.id, body.id)
      return placePath(body.place)
    }
    // Of what is kept in two tabs at once, the second waits here for the first.
    await noteWork(trx, member.id, at)
    const { place, name, brand } = body
    const queues = queuesIn(place).filter((queue) => body.queue.includes(queue))
    await insertView(trx, member.id, { place, name, queues, brand })
    if ((await countViews(trx, member.id)) > MOST_VIEWS)
      throw new ApiError('conflict', `You keep ${MOST_VIEWS} already. Please forget one first.`)
    return placePath(place, { queues, brand })
  })
  return { ok: true as const, next }
})

export const taskListHandlers: Handler[] = [listHandler, viewHandler]
