import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'

const person = z.object({ id: z.number(), username: z.string() })

/** Not in the specification: two members linked as partners by both. */
export const listPartners = endpoint({
  method: 'get',
  path: '/profile/partners',
  summary: 'With whom a member is linked, whom they have invited, and who invites them',
  access: 'signedIn',
  answer: z.object({
    /** The name is null where the account is gone. */
    linked: z.array(z.object({ id: z.number(), username: z.string().nullable() })),
    /** Also where the invitation was declined, which is not told. */
    invited: z.array(z.object({ id: z.number(), username: z.string().nullable() })),
    invitations: z.array(person),
    most: z.number(),
  }),
  limits: [{ name: 'list-partners', per: 'account', most: 120, seconds: 60 }],
})

/** Where a profile is not at hand, such as in a chat: looking at it would be noted. */
export const partnersOfMember = endpoint({
  method: 'get',
  path: '/profile/partners/id/{id}',
  summary: 'With whom another member is linked, as far as the viewer finds them',
  access: 'member',
  params: z.object({ id }),
  answer: z.object({ partners: z.array(person) }),
  errors: ['unavailable'],
  limits: [{ name: 'partners-of-member', per: 'account', most: 120, seconds: 600, inMemory: true }],
})

export const invitePartner = endpoint({
  method: 'post',
  path: '/profile/invitePartner',
  summary:
    'Invite a member of the same home site to be linked as a partner, by name or id; who is invited back is linked at once',
  access: 'member',
  body: z
    .object({ id: id.optional(), username: textField(64).optional() })
    .refine((body) => body.id !== undefined || (body.username ?? '') !== '', {
      path: ['username'],
      error: 'Please fill this in.',
    }),
  answer: z.object({ state: z.enum(['invited', 'linked']), next: z.string() }),
  errors: ['unavailable', 'conflict'],
  limits: [{ name: 'invite-partner', per: 'account', most: 20, seconds: 24 * 3600 }],
  pageForm: { name: 'edit-profile' },
})

export const answerPartner = endpoint({
  method: 'post',
  path: '/profile/answerPartner',
  summary: 'Accept an invitation to be linked as a partner, or decline it, which is not told',
  access: 'member',
  body: z.object({ id, answer: z.enum(['accept', 'decline']) }),
  answer: z.object({ state: z.enum(['linked', 'declined']), next: z.string() }),
  errors: ['unavailable', 'conflict'],
  limits: [{ name: 'answer-partner', per: 'account', most: 100, seconds: 3600 }],
  pageForm: { name: 'edit-profile' },
})

export const endPartner = endpoint({
  method: 'post',
  path: '/profile/endPartner',
  summary:
    'End a link with a partner at once, or take an invitation back; the other is not told. Where there is neither, nothing changes',
  access: 'signedIn',
  body: z.object({ id }),
  answer: doneAndNext,
  limits: [{ name: 'end-partner', per: 'account', most: 100, seconds: 3600 }],
  pageForm: { name: 'edit-profile' },
})
