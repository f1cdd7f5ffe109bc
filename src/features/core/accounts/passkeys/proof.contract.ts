import { z } from 'zod'

/** The present password where the sign-in is not recent. */
export const optionalPassword = z
  .string()
  .max(1024, 'Please use at most 1024 characters.')
  .optional()

/**
 * Who is at the keyboard: the present password, or what a passkey signed for
 * `/profile/proofOptions`, as JSON.
 */
export const proof = { password: optionalPassword, passkey: z.string().max(20_000).optional() }

/** Which of the two a member can give here; neither before the last step of joining. */
export const proofsOf = z.object({ password: z.boolean(), passkey: z.boolean() })
