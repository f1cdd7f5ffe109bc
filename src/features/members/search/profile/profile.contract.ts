import { z } from 'zod'
import { done, endpoint, id } from '#api/contract.ts'
import { gender } from '#core/people/genders.contract.ts'
import { pictureSchema } from '#core/people/pictures/pictures.contract.ts'
import { shownAnswer } from '#core/people/prompts/prompts.contract.ts'
import { shownPart } from '#members/likes/parts.contract.ts'
import { photoSchema } from '#members/photos/own/photos.contract.ts'

/**
 * Shared by all routes that show a profile: enough for intensive use, too few to scrape the
 * network.
 */
const viewLimit = {
  name: 'view-profile',
  per: 'account',
  most: 500,
  seconds: 3600,
  inMemory: true,
} as const

const profile = z.object({
  id: z.number(),
  username: z.string(),
  age: z.number(),
  gender,
  lookingFor: z.array(gender),
  placeName: z.string(),
  region: z.string(),
  country: z.string(),
  distance: z.string().nullable(),
  /** Where they are on a visit today, its last day, and how far that is from the viewer. */
  visiting: z
    .object({ placeName: z.string(), until: z.iso.date(), distance: z.string().nullable() })
    .nullable(),
  /**
   * What a closer location costs in credits, and the words once it is paid for; null where none is
   * for sale.
   */
  location: z.object({ price: z.number(), words: z.string().nullable() }).nullable(),
  isOnline: z.boolean(),
  isNew: z.boolean(),
  lastSeen: z.string(),
  headline: z.string(),
  about: z.string(),
  /** What the member chose to say (features/core/people/classifiers.ts), in words. */
  facts: z.array(z.object({ fact: z.string(), words: z.array(z.string()) })),
  /** What they and the viewer both say of themselves. */
  inCommon: z.string().nullable(),
  /** Gender and pronouns as the member says them; `gender` is how they are found. */
  identity: z.object({ gender: z.array(z.string()), pronouns: z.array(z.string()) }),
  /** With whom the member is linked, as far as the viewer may find them; `isYou`: the viewer. */
  partners: z.array(z.object({ id: z.number(), username: z.string(), isYou: z.boolean() })),
  /**
   * Answers to questions of a brand, in the member's order; `isLiked`, as of photos, says what the
   * viewer likes of them.
   */
  prompts: z.array(shownAnswer.extend({ isLiked: z.boolean() })),
  photos: z.array(photoSchema),
  /** The first photo as lists show it, whose files the viewer's browser may have; null if private. */
  inLists: pictureSchema.nullable(),
  /** When staff compared a photo in a pose with the main photo. */
  verifiedAt: z.iso.datetime().nullable(),
  /**
   * Until when the viewer sees the private photos; null where no end is set, or they do not see
   * them.
   */
  privateUntil: z.iso.datetime().nullable(),
  /**
   * Whether the viewer shows the member their own private photos, and until when; null as `until`
   * where no end is set.
   */
  ownPrivate: z.object({
    photos: z.number(),
    isShown: z.boolean(),
    until: z.iso.datetime().nullable(),
  }),
  likedPhotos: z.array(z.number()),
  /** What the member likes of the viewer's own profile, where the viewer may know. */
  likedOfYours: z.array(shownPart),
  asking: z.object({ for: z.enum(['toSeePrivate', 'toAddOne']).nullable(), isAsked: z.boolean() }),
  isOwn: z.boolean(),
  isLiked: z.boolean(),
  /** Left out of what the viewer is shown, by their own choice. */
  isPassed: z.boolean(),
  /** Only if the viewer may know (decisions §5); always known for a match. */
  likesYou: z.boolean(),
  isMatch: z.boolean(),
  /** Whether the viewer may write now, the price in credits, and the reason if not. */
  writing: z.object({
    may: z.boolean(),
    price: z.number(),
    code: z.enum(['verifiedOnly', 'noCredits', 'needsPremium']).nullable(),
  }),
})
export type Profile = z.output<typeof profile>

export const viewProfile = endpoint({
  method: 'get',
  path: '/profile/view/id/{id}',
  summary: 'One member’s profile; looking at somebody else’s is noted, and they see it',
  access: 'member',
  params: z.object({ id }),
  answer: profile,
  errors: ['unavailable'],
  limits: [viewLimit],
})

export const setLastViewedUser = endpoint({
  method: 'post',
  path: '/event/setLastViewedUser',
  summary: 'Count as a look at a member who was shown without opening their page',
  access: 'member',
  body: z.object({ id }),
  answer: done,
  errors: ['unavailable'],
  limits: [viewLimit],
})
