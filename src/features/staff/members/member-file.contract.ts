import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'
import { advice } from '../decisions/deciding/decide.contract.ts'
import { policies } from '../decisions/decisions.ts'
import { supportActs } from './support-acts.ts'
import { entryKinds } from './timeline.ts'

const count = z.number()

export const getMemberFile = endpoint({
  method: 'get',
  path: '/staff/member/{id}',
  summary:
    'What staff know of a member, without words of messages; that it was opened is on record',
  access: 'staff',
  roles: ['moderator', 'support', 'lead'],
  params: z.object({ id }),
  /** `older`: as the timeline of an answer says it. */
  query: z.object({ older: z.string().max(60).optional() }),
  answer: z.object({
    id: z.number(),
    username: z.string(),
    brand: z.string(),
    joinedAt: z.iso.datetime(),
    standing: z.enum(['open', 'staff', 'banned', 'deleted']),
    deletedAt: z.iso.datetime().nullable(),
    isPremium: z.boolean(),
    suspendedUntil: z.iso.datetime().nullable(),
    /** What counts against the person now, also from another account with the same address. */
    strikes: z.object({
      counts: count,
      /** The latest first. `state`: whether it counts, has ended, or was taken back. */
      given: z.array(
        z.object({
          decisionId: z.number(),
          policy: z.enum(policies),
          weight: count,
          givenAt: z.iso.datetime(),
          expiresAt: z.iso.datetime().nullable(),
          state: z.enum(['counts', 'ended', 'takenBack']),
        }),
      ),
    }),
    photos: z.object({ approved: count, waiting: count, refused: count }),
    reportsBy: z.object({ made: count, decided: count, acted: count }),
    reportsAbout: z.array(z.object({ reason: z.string(), count, open: count })),
    /** Sessions that are open, each in one browser. */
    browsers: count,
    /** For a decision about the account; null for whoever makes none. */
    advice: advice.nullable(),
    payments: z.object({ paid: count, chargedBack: count }),
    /** Short words by which staff tell members apart. */
    tags: z.array(z.string()),
    /** What whoever reads it may do for the member as support; null where that is nothing. */
    support: z
      .object({
        acts: z.array(z.enum(supportActs)),
        /** How much the member gets within thirty days without a lead. */
        limits: z.object({ credits: z.number(), days: z.number() }),
        renewals: z.array(z.object({ site: z.string(), paidUntil: z.iso.datetime() })),
        /**
         * The newest first. `left`: what is not paid back yet; `why` nothing of it can be paid back
         * here.
         */
        charges: z.array(
          z.object({
            id: z.number(),
            text: z.string(),
            left: z.string(),
            /** How much of such charges goes back within thirty days without a lead. */
            alone: z.string(),
            why: z.string().nullable(),
          }),
        ),
        /** What a processor was asked to pay back and did not confirm. */
        unconfirmed: z.array(z.object({ id: z.number(), text: z.string() })),
        /**
         * What a lead has not decided yet, and addresses that a lead agreed to and nobody has
         * confirmed.
         */
        pending: z.array(
          z.object({ id: z.number(), text: z.string(), isAgreed: z.boolean(), isOwn: z.boolean() }),
        ),
        /** Whether the account can get another address. */
        isCorrectable: z.boolean(),
        /** Brands where a partner sold them access. */
        partners: z.array(z.string()),
      })
      .nullable(),
    /** Notes, decisions, tasks, tickets, money, devices and what staff did, the latest first. */
    timeline: z.object({
      entries: z.array(
        z.object({
          kind: z.enum(entryKinds),
          at: z.iso.datetime(),
          text: z.string(),
          detail: z.string().nullable(),
          by: z.string().nullable(),
          href: z.string().nullable(),
          /** The number of a note that whoever reads it may delete. */
          deletableNote: z.number().nullable(),
        }),
      ),
      /** Where it goes on. */
      older: z.string().nullable(),
    }),
  }),
  errors: ['forbidden'],
  limits: [{ name: 'member-files', per: 'account', most: 30, seconds: 60 }],
})
