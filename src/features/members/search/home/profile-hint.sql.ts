import { type Expression, type RawBuilder, sql } from 'kysely'
import { hasFacts, hasWishes, hasWords, hidesHint } from '#core/people/edit/own-profile.sql.ts'
import { hasAnswers } from '#core/people/prompts/prompts.sql.ts'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db } from '#db/connection.server.ts'
import { hasAnyPhoto } from '#members/photos/own/own-photos.sql.ts'
import { type ProfilePart, profileParts } from './profile-hint.ts'

/** A photo that waits for its approval is there. */
const isSaid: Record<ProfilePart, (id: Expression<number>) => RawBuilder<boolean>> = {
  photo: hasAnyPhoto,
  words: hasWords,
  prompts: hasAnswers,
  facts: hasFacts,
  wishes: hasWishes,
}

/**
 * What a member's profile does not say yet, as a column of another statement; nothing for whoever
 * wants no hint.
 */
export function missingColumn(accountId: number): RawBuilder<ProfilePart[]> {
  const id = sql<number>`${accountId}::bigint`
  const unsaid = sql.join(
    profileParts.map((part) => sql`case when not ${isSaid[part](id)} then ${sql.lit(part)} end`),
  )
  return sql<
    ProfilePart[]
  >`case when ${hidesHint(id)} then '{}' else array_remove(array[${unsaid}]::text[], null) end`
}

const missing = compiledOnce((db, { accountId }: { accountId: number }) =>
  db.selectNoFrom(missingColumn(accountId).as('missing')),
)

export async function missingParts(db: Db, accountId: number): Promise<ProfilePart[]> {
  const [row] = await missing(db, { accountId })
  return row?.missing ?? []
}
