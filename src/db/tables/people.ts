import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Gender } from '../../sites/genders.ts'
import type { Id } from '../columns.ts'

type Profiles = {
  account_id: number
  brand: string
  gender: Gender
  looking_for: Gender[]
  birthday: string
  country: string
  place_id: number
  place_name: string
  region: string
  latitude: number
  longitude: number
  headline: Generated<string>
  about: Generated<string>
  shown_on_other_brands: Generated<boolean>
  safe_mode: Generated<boolean>
  has_photo: Generated<boolean>
  /** Chosen values by classifier (features/core/people/classifiers.ts). */
  facts: ColumnType<Record<string, string[]>, string | undefined, string>
  /** Gender and pronouns as the member says them (features/core/people/identity.ts). */
  identity: ColumnType<
    { words: string[]; ownWord: string; pronouns: string[]; ownPronouns: string },
    string | undefined,
    string
  >
  /** Since when the member wants no hint at what the profile lacks. */
  hint_hidden_at: Date | null
  /** The ages and the distance in km that a search starts with; null: not said. */
  wished_age_from: number | null
  wished_age_to: number | null
  wished_km: number | null
  hidden_at: Date | null
  /** Taking a break: shown only to members with whom there is a conversation. */
  paused_at: Date | null
  /** Shown only to members whom this one likes, and to those with whom there is a conversation. */
  only_liked_at: Date | null
  /** When staff compared a photo in a pose with the main photo, and which that was. */
  verified_at: Date | null
  verified_photo_id: number | null
  /** Since when the member is linked with a partner; a trigger keeps it. */
  linked_at: ColumnType<Date | null, never, never>
  /** Brands that are closed to the member, on which nobody finds them; a trigger keeps it. */
  closed_on: ColumnType<string[] | null, never, never>
  /** Has blocked somebody by e-mail address; a trigger keeps it. */
  blocks_addresses: ColumnType<boolean, never, never>
  /** Takes first messages of verified members alone. */
  only_verified_at: Date | null
  birthday_corrected_at: Date | null
  gone_at: ColumnType<Date | null, never, never>
  tile: GeneratedAlways<number>
  /** Of the member's row in `stays`, on whatever days that is; a trigger keeps it. */
  visits_tile: ColumnType<number | null, never, never>
  last_seen_at: Date
  created_at: Date
}

/** Accounts that are not banned, deleted or hidden. */
export type PresentProfile = Omit<
  Selectable<Profiles>,
  | 'verified_photo_id'
  | 'birthday_corrected_at'
  | 'facts'
  | 'identity'
  | 'hint_hidden_at'
  | 'wished_age_from'
  | 'wished_age_to'
  | 'wished_km'
> & {
  username: string
}

/** The view through which every feature reads people; filter by viewer_id and seen_on. */
type VisibleProfile = PresentProfile & { viewer_id: number; seen_on: string }

export type PeopleTables = {
  profiles: Profiles
  present_profiles: PresentProfile
  visible_profiles: VisibleProfile
  prompt_answers: {
    id: Id
    account_id: number
    position: number
    brand: string
    prompt: string
    question: string
    answer: string
    created_at: Date
  }
  stays: {
    account_id: number
    country: string
    place_id: number
    place_name: string
    region: string
    latitude: number
    longitude: number
    tile: Generated<number>
    from_day: string
    until_day: string
    created_at: Date
  }
}
