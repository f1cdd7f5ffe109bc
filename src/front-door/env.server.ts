import { z } from 'zod'
import { envGroup, readable } from '../lib/env.server.ts'
import { readTrust } from '../lib/proxies.server.ts'

const TWO_YEARS = 'max-age=63072000'
/**
 * What is bound to https: the host itself; everything below it; also in browsers that were never
 * here.
 */
export const HSTS_VALUES = {
  host: TWO_YEARS,
  subdomains: `${TWO_YEARS}; includeSubDomains`,
  preload: `${TWO_YEARS}; includeSubDomains; preload`,
}

const NOBODY = '0'

const trust = readable((text) => {
  const trusts = readTrust(text)
  return trusts && { trusts, isSomebody: text !== NOBODY }
}, 'must be a number of proxies (1), or their networks and addresses (10.0.0.0/8,192.0.2.1,loopback)')

export const frontDoorEnv = envGroup({
  shape: {
    TRUST_PROXY: trust.prefault(NOBODY),
    DRAIN_NOTICE: z.coerce
      .number({ error: 'must be a number of seconds' })
      .min(0)
      .max(60)
      .optional(),
    HSTS: z
      .enum(['host', 'subdomains', 'preload'], { error: 'must be host, subdomains or preload' })
      .default('host'),
  },
  read: ({ TRUST_PROXY, DRAIN_NOTICE, HSTS }, { production }) => ({
    /** Which proxies are trusted for the client's address. */
    trustProxy: TRUST_PROXY.trusts,
    /**
     * Milliseconds for which a stopping process still takes connections, while proxies learn that
     * it is not ready.
     */
    drainNotice: (DRAIN_NOTICE ?? (TRUST_PROXY.isSomebody ? 3 : 0)) * 1000,
    /** The value of Strict-Transport-Security; null in a demo, which is served over http. */
    hsts: production ? HSTS_VALUES[HSTS] : null,
  }),
})
