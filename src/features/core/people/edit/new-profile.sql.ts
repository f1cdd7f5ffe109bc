import type { PlaceColumns } from '#core/places/towns.server.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Gender } from '#sites/genders.ts'

export type NewProfile = {
  accountId: number
  brand: string
  gender: Gender
  lookingFor: Gender[]
  birthday: string
  place: PlaceColumns
  /** Hidden from others until `showProfile`. */
  isHidden: boolean
  at: Date
}

export async function insertProfile(trx: Trx, profile: NewProfile): Promise<void> {
  const { accountId, brand, gender, lookingFor, birthday, place, isHidden, at } = profile
  await trx
    .insertInto('profiles')
    .values({
      account_id: accountId,
      brand,
      gender,
      looking_for: lookingFor,
      birthday,
      ...place,
      hidden_at: isHidden ? at : null,
      last_seen_at: at,
      created_at: at,
    })
    .execute()
}

export async function showProfile(trx: Trx, accountId: number): Promise<void> {
  await trx
    .updateTable('profiles')
    .set({ hidden_at: null })
    .where('account_id', '=', accountId)
    .execute()
}
