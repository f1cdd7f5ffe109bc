import { z } from 'zod'

/** The present password where the sign-in is not recent. */
export const optionalPassword = z.string().max(1024, 'Please use at most 1024 characters.').optional()
