import { z } from 'zod'
import { address, envGroup, missingBeside, ofEachBrand } from '#lib/env.server.ts'

/**
 * `key` signs addresses and postbacks of a shop; `center` is the Control Center's API, with its
 * name and password.
 */
export type Verotel = {
  shops: ReadonlyMap<string, { shop: string; key: string }>
  startOrigin: string
  center: { origin: string; user: string; password: string }
}

const shops = ofEachBrand(
  '<brand>:<shop id>:<signature key>',
  /^(?<brand>[a-z]+):(?<shop>\d{1,12}):(?<key>\w{8,80})$/,
  (parts) => ({ shop: parts['shop'] ?? '', key: parts['key'] ?? '' }),
)

export const verotelEnv = envGroup({
  shape: {
    VEROTEL_SHOPS: shops.optional(),
    VEROTEL_URL: address.default('https://secure.verotel.com'),
    VEROTEL_API_URL: address.default('https://controlcenter.verotel.com'),
    VEROTEL_API_USER: z.string().optional(),
    VEROTEL_API_PASSWORD: z.string().optional(),
  },
  wrong: (given) =>
    missingBeside('VEROTEL_SHOPS', given, ['VEROTEL_API_USER', 'VEROTEL_API_PASSWORD']),
  read: ({
    VEROTEL_SHOPS,
    VEROTEL_API_USER,
    VEROTEL_API_PASSWORD,
    VEROTEL_URL,
    VEROTEL_API_URL,
  }): { verotel: Verotel | null } => ({
    verotel:
      VEROTEL_SHOPS === undefined ||
      VEROTEL_API_USER === undefined ||
      VEROTEL_API_PASSWORD === undefined
        ? null
        : {
            shops: VEROTEL_SHOPS,
            startOrigin: new URL(VEROTEL_URL).origin,
            center: {
              origin: new URL(VEROTEL_API_URL).origin,
              user: VEROTEL_API_USER,
              password: VEROTEL_API_PASSWORD,
            },
          },
  }),
})
