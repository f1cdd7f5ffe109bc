import { type Handler, handle } from '../../../api/call.server.ts'
import type { Db } from '../../../db/connection.server.ts'
import { brands } from '../../../sites/registry.ts'
import { opens } from '../../../sites/staff-roles.ts'
import { localesOf } from '../../core/accounts/account-facts.sql.ts'
import { contactsOf } from '../../core/accounts/account-status.sql.ts'
import { rulesOf } from '../../core/rules/hits.sql.ts'
import { ruleWords } from '../../core/rules/rules.ts'
import type { Queue } from '../../core/staff-accounts/queues.ts'
import { assertOpenTo } from '../../core/staff-accounts/roles.server.ts'
import { brandLoads, type ListedTask, TASKS_A_PAGE, tasksIn } from '../../core/tasks/lists.sql.ts'
import { reportReasons } from '../../members/reports/report-reasons.ts'
import { reasonsOf } from '../../members/reports/report.sql.ts'
import { actsOfAppeals } from '../decisions/appeals.sql.ts'
import { actTable } from '../decisions/decisions.ts'
import { MAY_CHOOSE } from '../desk/choosing.ts'
import { kindsOf } from '../removals/removals.sql.ts'
import { kindOf } from '../removals/removals.ts'
import { getTaskList } from './task-list.contract.ts'

const listHandler = handle(
  getTaskList,
  async ({
    params: { queue },
    query: { brand, page },
    scope: { member, at },
    services: { db },
  }) => {
    await assertOpenTo(db, member.id, queue)
    const [found, loads] = await Promise.all([
      tasksIn(db, { queue, brand, page, staffId: member.id, at }),
      brandLoads(
        db,
        [queue],
        brands.map(({ id }) => id),
        member.id,
      ),
    ])
    const rows = found.slice(0, TASKS_A_PAGE)
    const holderOf = (row: ListedTask) =>
      row.leased_until !== null && row.leased_until > at ? row.leased_by : null
    const [reasons, locales, people] = await Promise.all([
      reasonsIn(db, queue, rows),
      localesOf(
        db,
        rows.flatMap((row) => row.account_id ?? []),
      ),
      contactsOf(db, [...new Set(rows.flatMap((row) => holderOf(row) ?? []))]),
    ])
    const languages = new Intl.DisplayNames(['en'], { type: 'language' })
    return {
      tasks: rows.map((row) => {
        const locale = locales.get(row.account_id ?? 0)
        const holder = holderOf(row)
        return {
          id: row.id,
          brand: row.brand,
          openedAt: row.opened_at.toISOString(),
          dueAt: row.due_at.toISOString(),
          reason: reasons(row),
          language: locale === undefined ? null : (languages.of(locale) ?? null),
          heldBy: holder === null ? null : (people.get(holder)?.username ?? 'somebody'),
          isMine: holder === member.id,
          isSkipped: row.isSkipped,
        }
      }),
      hasMore: found.length > TASKS_A_PAGE,
      brands: loads.map(({ brand: of, open }) => ({ brand: of, open })),
      mayChoose: opens(member.roles, MAY_CHOOSE),
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
  if (queue === 'removals') return wordsIn(await kindsOf(db, ids), (kind) => kindOf(kind).label)
  if (queue === 'appeals')
    return wordsIn(await actsOfAppeals(db, ids), (act) => `Objects to: ${actTable[act].label}`)
  return ({ priority }) => findingWords.find(([from]) => priority >= from)?.[1] ?? 'New'
}

/** By the priority that what was found about a picture gives its task (members/photos/hashes/findings.ts). */
const findingWords = [
  [90, 'On a list'],
  [60, 'Refused before, or of a closed account'],
  [20, 'Another account has it'],
] as const

export const taskListHandlers: Handler[] = [listHandler]
