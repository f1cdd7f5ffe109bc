import type { Db, Trx } from '#db/connection.server.ts'
import type { Gender } from '#sites/genders.ts'

export type Introduction = {
  about?: string | undefined
  headline?: string | undefined
  lookingFor?: readonly Gender[] | undefined
  ageFrom?: number | null | undefined
  ageTo?: number | null | undefined
  distance?: number | null | undefined
}

/** Updates a member's introduction; absent fields stay unchanged. */
export async function introduce(
  db: Db | Trx,
  accountId: number,
  words: Introduction,
): Promise<void> {
  const { about, headline, lookingFor, ageFrom, ageTo, distance } = words
  const said = {
    ...(about === undefined ? {} : { about }),
    ...(headline === undefined ? {} : { headline }),
    ...(lookingFor === undefined ? {} : { looking_for: [...lookingFor] }),
    ...(ageFrom === undefined ? {} : { wished_age_from: ageFrom }),
    ...(ageTo === undefined ? {} : { wished_age_to: ageTo }),
    ...(distance === undefined ? {} : { wished_km: distance }),
  }
  if (Object.keys(said).length > 0)
    await db.updateTable('profiles').set(said).where('account_id', '=', accountId).execute()
}

/** Empties one of a profile's two texts; returns what it was. */
export async function takeWords(
  trx: Trx,
  accountId: number,
  part: 'headline' | 'about',
): Promise<string> {
  const row = await trx
    .selectFrom('profiles')
    .select(part)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  await introduce(trx, accountId, { [part]: '' })
  return row?.[part] ?? ''
}

/** Puts back what `takeWords` took, unless the member has written something else. */
export async function putWordsBack(
  trx: Trx,
  accountId: number,
  part: 'headline' | 'about',
  words: string,
): Promise<void> {
  await trx
    .updateTable('profiles')
    .set({ [part]: words })
    .where('account_id', '=', accountId)
    .where(part, '=', '')
    .execute()
}
