import { agesAround } from '../features/core/people/first-messages/wishes.ts'
import { DAY, HOUR, later, MINUTE } from '../lib/clock.ts'
import type { StaffRole } from '../sites/staff-roles.ts'
import type { PersonWishes } from './people.ts'

/** The password of every demo member; the named ones are printed at start. */
export const DEMO_PASSWORD = 'demo-password-2026'

/** The named members come first, so that their ids are 1 to 5 in a network of any size. */
export const castNames = ['alice', 'bob', 'carol', 'dan', 'eve'] as const
export type CastName = (typeof castNames)[number]

/** Eve's second factor is printed at start and therefore public; production has no demo network. */
export const DEMO_FACTOR = 'EVESDEMOFACTORNEVERINPRODUCTION2'

export type SignIn = { username: string; brand: string; about: string; secondFactor?: string }

export const signIns: readonly SignIn[] = [
  { username: 'alice', brand: 'adultcrush', about: 'standard member' },
  { username: 'bob', brand: 'wivesnow', about: 'credits brand, 25 credits' },
  { username: 'carol', brand: 'adultcrush', about: 'ex-premium' },
  { username: 'dan', brand: 'truebootycall', about: 'premium, blocked by alice' },
  {
    username: 'eve',
    brand: 'adultcrush',
    about: 'staff, with every role',
    secondFactor: DEMO_FACTOR,
  },
]

/** Who decides with Eve: what one of them decided, the other looks at again. */
export const colleague: SignIn = {
  username: 'frank',
  brand: 'adultcrush',
  about: 'staff, a moderator who also publishes texts',
  secondFactor: DEMO_FACTOR,
}

export const colleagueRoles: readonly StaffRole[] = ['moderator', 'publisher', 'owner']

export function colleagueWishes(now: Date): PersonWishes {
  return { ...employed(later(now, -300 * DAY)), username: colleague.username }
}

/** Staff have an account and no profile. */
function employed(since: Date): PersonWishes {
  return {
    brandId: 'adultcrush',
    joinedAt: since,
    staffSince: since,
    premiumUntil: null,
    firstPremiumAt: null,
    photos: 0,
  }
}

/**
 * The four members live in London, which every brand searches in, so that they find each other and
 * other members.
 */
export function castWishes(now: Date): Record<CastName, PersonWishes> {
  const here = { country: 'GB', town: 'London', isShownOnOtherBrands: true }
  const wishesAt = (age: number, km: 100 | null = 100) => ({
    age,
    wishes: { ageFrom: agesAround(age).from, ageTo: agesAround(age).to, km },
  })
  return {
    alice: {
      ...here,
      username: 'alice',
      brandId: 'adultcrush',
      gender: 'woman',
      lookingFor: ['man', 'woman'],
      ...wishesAt(34),
      identity: { words: [], ownWord: '', pronouns: ['she'], ownPronouns: '' },
      headline: 'Curious, kind, slightly overdressed',
      about:
        'I restore old maps for a living and get lost in every town. You will find me in the water before breakfast and in the kitchen at every party.\n\nI like people who ask a second question. Write me something longer than “hi”.',
      joinedAt: later(now, -74 * DAY),
      lastSeenAt: later(now, -3 * HOUR),
      premiumUntil: null,
      firstPremiumAt: null,
      photos: 3,
      face: '5eed0601',
      hasPrivatePhoto: true,
      likes: ['cold-water swimming', 'slow cooking'],
      answers: {
        yes: 'Ask me for a walk in bad weather, with good boots on.',
        proud: 'A sea chart of 1783 that nobody had unfolded for a hundred years.',
        breakfast: 'have been swimming already, and am cold and very cheerful.',
      },
    },
    bob: {
      ...here,
      username: 'bob',
      brandId: 'wivesnow',
      gender: 'man',
      lookingFor: ['woman'],
      ...wishesAt(41, null),
      headline: 'A proper letter, and the wait for it',
      about:
        'Attached, and at home they know. I tune pianos, so I notice when something is slightly off, and I can usually put it right.\n\nA walk first? I know a good one along the canal.',
      joinedAt: later(now, -201 * DAY),
      lastSeenAt: later(now, -26 * MINUTE),
      bought: null,
      keepsCredits: 25,
      photos: 2,
      face: '5eed0802',
      hasPrivatePhoto: true,
      likes: ['live jazz', 'long walks'],
      answers: {
        handwriting: 'That I learned it from a grandmother who kept every letter.',
        wait: 'A letter, a stew, and the second movement of almost anything.',
        window: 'The canal, two herons and a neighbour who waves.',
      },
    },
    carol: {
      ...here,
      username: 'carol',
      brandId: 'adultcrush',
      gender: 'woman',
      lookingFor: ['man', 'couple'],
      age: 47,
      // Never said, unlike the others.
      wishes: null,
      headline: 'Second chapter, better jokes',
      about:
        'The children have left home and took the noise with them. I teach, I sing in a choir that drinks, and I have stopped pretending to like festivals.\n\nCoffee first. Then we are adults about it.',
      joinedAt: later(now, -410 * DAY),
      lastSeenAt: later(now, -1 * DAY),
      premiumUntil: later(now, -31 * DAY),
      firstPremiumAt: later(now, -121 * DAY),
      photos: 2,
      face: '5eed0303',
      hasPrivatePhoto: false,
      likes: ['singing', 'second-hand bookshops'],
      answers: {
        plainly: 'fifty soon, out of patience with games, and in very good spirits.',
        evening: 'Four people, one long table, and a song before anybody drives home.',
      },
    },
    dan: {
      ...here,
      username: 'dan',
      brandId: 'truebootycall',
      gender: 'man',
      lookingFor: ['woman', 'nonbinary'],
      ...wishesAt(29),
      identity: { words: ['trans', 'man'], ownWord: '', pronouns: ['he', 'they'], ownPronouns: '' },
      headline: 'Up late, in a good mood',
      about:
        'I do the lights in a theatre, so my evenings begin when yours end. One good karaoke song and no shame.',
      joinedAt: later(now, -35 * DAY),
      lastSeenAt: later(now, -2 * MINUTE),
      premiumUntil: later(now, 26 * DAY),
      firstPremiumAt: later(now, -4 * DAY),
      photos: 2,
      face: '5eed0904',
      hasPrivatePhoto: false,
      likes: ['karaoke', 'theatre'],
      answers: {
        awake: 'the show came down at eleven and I am still lit.',
        song: 'Anything with a chorus that the whole bar knows.',
      },
    },
    eve: { ...employed(later(now, -800 * DAY)), username: 'eve' },
  }
}
