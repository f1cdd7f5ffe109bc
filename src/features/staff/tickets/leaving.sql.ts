import { sql } from 'kysely'
import { type Collection, ownRows } from '#api/collections.server.ts'
import { DAYS_A_YEAR, type Erasings } from '#api/erasure.server.ts'
import { deletedBy } from '#db/delete-some.server.ts'
import { ticketPicturesToCopy } from './pictures/ticket-pictures.sql.ts'

export const supportErasures: Erasings = {
  tickets: {
    kept: {
      retention: {
        what: 'What you wrote to our support, and our answers',
        why: 'because what was asked and promised can be claimed',
        howLong: 'one year after the answer',
        days: DAYS_A_YEAR,
      },
      sweep: deletedBy('tickets', 'closed_at'),
    },
  },
}

export const supportCollections: readonly Collection[] = [
  {
    name: 'support',
    title: 'What you wrote to our support, and our answers',
    files: ticketPicturesToCopy,
    rows: ownRows('tickets', [
      'id as key',
      'brand as site',
      'email',
      'created_at as at',
      'category as about',
      'subject',
      'body as text',
      'closed_at as answered',
      sql<
        string | null
      >`(select string_agg(body, E'\n\n' order by id) from ticket_answers where ticket_id = tickets.id)`.as(
        'answer',
      ),
      sql<
        string | null
      >`(select string_agg(concat_ws(E'\n\n', nullif(body, ''), nullif(folded, '')), E'\n\n' order by id) from ticket_replies where ticket_id = tickets.id)`.as(
        'yourAnswersByMail',
      ),
      sql<
        string | null
      >`(select string_agg('photos/support-' || id || '.webp', ', ' order by id) from ticket_pictures where ticket_id = tickets.id and not is_held)`.as(
        'pictures',
      ),
    ]),
  },
]
