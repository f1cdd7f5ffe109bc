import type { Member, Scope } from '#api/member.server.ts'
import { MIN_AGE, MAX_AGE, type Radius, radiusOf } from '#core/people/first-messages/wishes.ts'
import { earliestBirthday, latestBirthday } from '#lib/clock.ts'
import { searchCountriesOf } from './search-countries.ts'
import type { SearchCriteria } from './search.sql.ts'

/** What a member wishes to see: every age and any distance, where they have not said. */
export function wishesOf({ wishedAgeFrom, wishedAgeTo, wishedKm }: Member): {
  ageFrom: number
  ageTo: number
  radius: Radius | null
} {
  return {
    ageFrom: wishedAgeFrom ?? MIN_AGE,
    ageTo: wishedAgeTo ?? MAX_AGE,
    radius: radiusOf(wishedKm),
  }
}

/** The birthdays of people of these ages; null for every age. */
export function bornBetween(
  ageFrom: number,
  ageTo: number,
  at: Date,
): SearchCriteria['bornBetween'] {
  if (ageFrom === MIN_AGE && ageTo === MAX_AGE) return null
  return [
    ageTo === MAX_AGE ? '1900-01-01' : earliestBirthday(ageTo, at),
    latestBirthday(ageFrom, at),
  ]
}

/** Whom a member looks for, in their country: the start of every list of strangers. */
export function lookedFor({ brand, member, at }: Scope): SearchCriteria {
  const { ageFrom, ageTo } = wishesOf(member)
  return {
    gender: member.lookingFor,
    bornBetween: bornBetween(ageFrom, ageTo, at),
    country: member.country,
    countries: searchCountriesOf({ brand, member }),
    circle: null,
    online: false,
    withPhoto: false,
    verified: false,
    linked: false,
  }
}
