import { sql } from 'kysely'
import { type Collection, inPages } from '../../../api/collections.server.ts'
import { DAYS_A_YEAR, type Erasure, numberStays } from '../../../api/erasure.server.ts'
import { deleteSome } from '../../../db/delete-some.server.ts'

/** What happens to tickets when an account is erased. */
export const supportErasures: readonly Erasure[] = [
  {
    table: 'tickets',
    columns: ['account_id'],
    fate: 'kept',
    why: 'what was asked and promised can be claimed',
    sweep: (db, before, most) => deleteSome(db, 'tickets', sql.ref('closed_at'), before, most),
    retention: {
      what: 'What you wrote to our support, and our answers',
      why: 'because what was asked and promised can be claimed',
      howLong: 'one year after the answer',
      days: DAYS_A_YEAR,
    },
  },
  numberStays('tickets', ['closed_by', 'leased_by'], 'an answer of staff stays where it was given'),
  numberStays('ticket_answers', ['author_id'], 'an answer of staff stays where it was given'),
  numberStays('ticket_notes', ['author_id'], 'a note of staff stays with its ticket'),
  numberStays('canned_texts', ['changed_by'], 'a text of the site stays when its writer leaves'),
]

export const supportCollections: readonly Collection[] = [
  {
    name: 'support',
    title: 'What you wrote to our support, and our answers',
    rows: (db, accountId) =>
      inPages((after, most) =>
        db
          .selectFrom('tickets')
          .select([
            'id as key',
            'brand as site',
            'email',
            'created_at as at',
            'category as about',
            'subject',
            'body as text',
            'closed_at as answered',
          ])
          .select(
            sql<
              string | null
            >`(select string_agg(body, E'\n\n' order by id) from ticket_answers where ticket_id = tickets.id)`.as(
              'answer',
            ),
          )
          .select(
            sql<
              string | null
            >`(select string_agg(concat_ws(E'\n\n', nullif(body, ''), nullif(folded, '')), E'\n\n' order by id) from ticket_letters where ticket_id = tickets.id)`.as(
              'yourAnswersByMail',
            ),
          )
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(sql.lit(most))
          .execute(),
      ),
  },
]
