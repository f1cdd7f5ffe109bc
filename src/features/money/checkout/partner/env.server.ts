import { address, envGroup, missingBeside, secret } from '#lib/env.server.ts'

type Partner = { origin: string; secret: string }

export const partnerEnv = envGroup({
  shape: { PARTNER_URL: address.optional(), PARTNER_SECRET: secret(16).optional() },
  wrong: (given) =>
    missingBeside('PARTNER_URL', given, ['PARTNER_SECRET'], ' (at least 16 characters)'),
  read: ({ PARTNER_URL, PARTNER_SECRET }): { partner: Partner | null } => ({
    /**
     * The billing partner of the brands that sell nothing themselves; null: they cannot be upgraded
     * on.
     */
    partner:
      PARTNER_URL === undefined || PARTNER_SECRET === undefined
        ? null
        : { origin: new URL(PARTNER_URL).origin, secret: PARTNER_SECRET },
  }),
})
