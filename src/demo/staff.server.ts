import { sql } from 'kysely'
import type { HelpCategory } from '../content/help-categories.ts'
import type { Db, Trx } from '../db/connection.server.ts'
import { encryptFactor } from '../features/core/staff-accounts/second-factor-encryption.server.ts'
import { answerDue, priorityOf } from '../features/staff/tickets/priorities.ts'
import { rankOf } from '../features/staff/tickets/queue/ticket-list.ts'
import { DAY, HOUR, later, MINUTE } from '../lib/clock.ts'
import { staffRoles } from '../sites/staff-roles.ts'
import { castNames, colleague, colleagueRoles, DEMO_FACTOR } from './cast.ts'
import { DEMO_DOMAIN } from './people-rows.server.ts'

/**
 * Gives Eve and her colleague their roles and the printed second factor, encrypted with this
 * process's secret.
 */
export async function giveDemoFactors(db: Db, sessionSecret: string, at: Date): Promise<void> {
  const staff = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('email_key', 'in', [`eve@${DEMO_DOMAIN}`, `${colleague.username}@${DEMO_DOMAIN}`])
    .where('owns_email', '=', sql.lit(true))
    .where('staff_since', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { id, username } of staff) {
    const roles = username === colleague.username ? colleagueRoles : staffRoles
    await db
      .insertInto('staff_roles')
      .values(roles.map((role) => ({ account_id: id, role, given_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const encrypted = encryptFactor(DEMO_FACTOR, sessionSecret, id)
    await db
      .insertInto('second_factors')
      .values({ account_id: id, sealed_secret: encrypted, last_step: 0, confirmed_at: at })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ sealed_secret: encrypted }),
      )
      .execute()
  }
}

type DemoTicket = {
  from: string | null
  brand: string
  category?: HelpCategory
  subject: string
  body: string
  ago: number
  answer?: string
}

const tickets: readonly DemoTicket[] = [
  {
    from: 'bob',
    brand: 'wivesnow',
    category: 'paying',
    subject: 'Credits that I bought',
    body: 'Hello,\n\nI bought the small pack on Sunday and counted four fewer than I should have. Could you have a look?\n\nBob',
    ago: 9 * HOUR,
  },
  {
    from: 'carol',
    brand: 'adultcrush',
    subject: 'How do I change my town?',
    body: 'I have moved to the coast, and would rather meet people from here.',
    ago: 26 * HOUR,
  },
  {
    from: null,
    brand: 'xmeeting',
    category: 'joining',
    subject: 'No confirmation mail',
    body: 'I signed up twice, and no mail came. Is my address wrong?',
    ago: 5 * HOUR,
  },
  {
    from: 'alice',
    brand: 'adultcrush',
    category: 'safety',
    subject: 'Somebody asks for money',
    body: 'A member wrote to me and wanted money for a train ticket after two messages. I reported the profile. Is there anything else that I should do?',
    ago: 40 * MINUTE,
  },
  {
    from: 'dan',
    brand: 'truebootycall',
    subject: 'My photo is sideways',
    body: 'It was upright on my phone.',
    ago: 9 * DAY,
    answer:
      'Thank you for telling us. We have turned it, and photos that are uploaded from now on are turned by themselves.',
  },
]

/** Writes support tickets; most are unanswered. */
export async function writeTickets(db: Trx, now: Date): Promise<void> {
  const idOf = (name: string) => castNames.findIndex((one) => one === name) + 1
  await db
    .insertInto('tickets')
    .values(
      tickets.map(({ from, brand, category = null, subject, body, ago, answer }) => ({
        account_id: from === null ? null : idOf(from),
        brand,
        email: `${from ?? 'somebody'}@${DEMO_DOMAIN}`,
        subject,
        body,
        category,
        priority: rankOf(priorityOf(category)),
        due_at: answerDue(rankOf(priorityOf(category)), later(now, -ago)),
        created_at: later(now, -ago),
        closed_at: answer === undefined ? null : later(now, 2 * HOUR - ago),
        closed_by: answer === undefined ? null : idOf('eve'),
        answer: answer ?? null,
      })),
    )
    .execute()
}
