import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/connection.server.ts'
import type { Database } from '#db/schema.ts'
import type { ShownPart } from '../likes/parts.contract.ts'
import type { Part } from '../likes/parts.sql.ts'
import type { PhotoViewer } from '../photos/files/addresses.server.ts'
import { picturesWithIds } from '../photos/photos.sql.ts'

/** Columns of a lateral join with `quoteOfMessage`; all null where a message is about nothing. */
export type QuoteRow = {
  photoId: number | null
  promptId: number | null
  question: string | null
  answer: string | null
}

/** For a lateral join with `messages`, as `recordingOfMessage`. */
export function quoteOfMessage(lateral: ExpressionBuilder<Database, 'messages'>) {
  return lateral
    .selectFrom('message_quotes')
    .select(['photo_id as photoId', 'prompt_id as promptId', 'question', 'message_quotes.answer'])
    .whereRef('message_quotes.message_id', '=', 'messages.id')
    .limit(sql.lit(1))
    .as('quote')
}

/**
 * A message keeps an answer's words as they were when it was written, and of a photo its id alone.
 */
export async function addQuote(
  trx: Trx,
  messageId: number,
  ownerId: number,
  part: Part,
): Promise<void> {
  const words =
    part.kind === 'prompt'
      ? { prompt_id: part.id, question: part.question, answer: part.answer }
      : { photo_id: part.id }
  await trx
    .insertInto('message_quotes')
    .values({ message_id: messageId, owner_id: ownerId, ...words })
    .execute()
}

export function partOf({ photoId, promptId, question, answer }: QuoteRow): Part | null {
  if (photoId !== null) return { kind: 'photo', id: photoId }
  return promptId === null
    ? null
    : { kind: 'prompt', id: promptId, question: question ?? '', answer: answer ?? '' }
}

/**
 * Looks up the photos that the viewer may see now. The caller knows that their owners are visible.
 */
export async function shownParts(
  db: Db | Trx,
  viewer: PhotoViewer,
  parts: ReadonlyArray<Part | null>,
): Promise<Array<ShownPart | null>> {
  const ids = parts.flatMap((part) => (part?.kind === 'photo' ? [part.id] : []))
  const pictures = await picturesWithIds(db, viewer, [...new Set(ids)])
  return parts.map((part) =>
    part?.kind === 'photo' ? { ...part, picture: pictures.get(part.id) ?? null } : part,
  )
}
