import { z } from 'zod'
import { envGroup } from '../lib/env.server.ts'

export const mailEnv = envGroup({
  shape: {
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must be an smtp:// address')
      .optional(),
  },
  read: ({ SMTP_URL }) => ({ smtpUrl: SMTP_URL ?? null }),
})
