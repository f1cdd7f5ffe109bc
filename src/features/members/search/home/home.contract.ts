import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { card } from '../cards/cards.contract.ts'
import { firstSteps, newsKinds } from './home.ts'
import { profileParts } from './profile-hint.ts'

const news = z.object({
  kind: z.enum(newsKinds),
  /**
   * The first few of `count`; nobody where the member may know how many, but not who (decisions
   * §5).
   */
  people: z.array(card),
  count: z.number(),
  /** There are more than `count`. */
  isMore: z.boolean(),
})

export const home = endpoint({
  method: 'get',
  path: '/widget/home',
  summary:
    'The dashboard: what happened since the last visit, what a newcomer does first, and a few new people; nobody is there twice',
  access: 'member',
  answer: z.object({
    /**
     * When the member last looked at home in the visit before this one; null in the first visit.
     */
    since: z.iso.datetime().nullable(),
    news: z.array(news),
    /** Open first steps; empty for whoever is no newcomer any more. */
    todo: z.array(z.enum(firstSteps)),
    /** What the profile of whoever is no newcomer does not say yet. */
    missing: z.array(z.enum(profileParts)),
    people: z.array(card),
  }),
  limits: [{ name: 'home', per: 'account', most: 120, seconds: 60, inMemory: true }],
})
export type Home = z.output<typeof home.answer>
