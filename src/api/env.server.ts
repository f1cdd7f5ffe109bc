import { z } from 'zod'
import { envGroup } from '../lib/env.server.ts'

export const apiEnv = envGroup({
  shape: {
    SENTRY_DSN: z
      .string()
      .regex(
        /^https?:\/\/\w+@[\w.-]+(:\d+)?(\/[\w-]+)*\/\d+$/,
        'must be a DSN of Sentry, https://<public key>@<host>/<project number>',
      )
      .optional(),
    SLOW_AFTER: z.coerce
      .number({ error: 'must be a number of milliseconds' })
      .int()
      .min(1)
      .default(1000),
  },
  read: ({ SENTRY_DSN, SLOW_AFTER }) => ({
    /** The error service; null: errors are in the log alone. */
    sentryDsn: SENTRY_DSN ?? null,
    /** Statements and requests that take as many milliseconds are lines in the log. */
    slowAfter: SLOW_AFTER,
  }),
})
