import { z } from 'zod'
import { address, envGroup, missingBeside, ofEachBrand, readable } from '#lib/env.server.ts'
import { readNetworks } from '#lib/proxies.server.ts'

/**
 * `form` is the id of a FlexForm, `salt` signs its prices; `user` and `password` are those of
 * DataLink.
 */
export type Ccbill = {
  account: string
  shops: ReadonlyMap<string, { subaccount: string; form: string; salt: string }>
  user: string
  password: string
  limits: readonly [least: number, most: number]
  isItsAddress: (address: string) => boolean
  formOrigin: string
  dataLinkOrigin: string
}

const shops = ofEachBrand(
  '<brand>:<subaccount>:<flex id>:<salt>',
  /^(?<brand>[a-z]+):(?<subaccount>\d{4}):(?<form>[\w-]{8,60}):(?<salt>\w{8,60})$/,
  (parts) => ({
    subaccount: parts['subaccount'] ?? '',
    form: parts['form'] ?? '',
    salt: parts['salt'] ?? '',
  }),
)

/**
 * CCBill's for an account without others of its own: the least and the most of a charge, in cents.
 */
const LIMITS = '2.95-100.00'

const limits = z
  .string()
  .regex(/^\d{1,5}\.\d\d-\d{1,5}\.\d\d$/, 'must be <least>-<most>, as in 2.95-100.00')
  .transform(
    (text) =>
      text.split('-').map((amount) => Math.round(Number(amount) * 100)) as [
        least: number,
        most: number,
      ],
  )

/** Where CCBill's webhooks come from: ccbill.com/doc/webhooks-user-guide. */
const NETWORKS = '64.38.212.0/24,64.38.215.0/24,64.38.240.0/24,64.38.241.0/24'

export const ccbillEnv = envGroup({
  shape: {
    CCBILL_SHOPS: shops.optional(),
    CCBILL_ACCOUNT: z
      .string()
      .regex(/^\d{6}$/, 'must be six digits')
      .optional(),
    CCBILL_USER: z.string().optional(),
    CCBILL_PASSWORD: z.string().optional(),
    CCBILL_NETWORKS: readable(
      readNetworks,
      'must be networks and addresses, with commas between them',
    ).prefault(NETWORKS),
    CCBILL_LIMITS: limits.prefault(LIMITS),
    CCBILL_URL: address.default('https://api.ccbill.com'),
    CCBILL_DATALINK_URL: address.default('https://datalink.ccbill.com'),
  },
  wrong: (given) =>
    missingBeside('CCBILL_SHOPS', given, ['CCBILL_ACCOUNT', 'CCBILL_USER', 'CCBILL_PASSWORD']),
  read: ({
    CCBILL_SHOPS,
    CCBILL_ACCOUNT,
    CCBILL_USER,
    CCBILL_PASSWORD,
    ...given
  }): { ccbill: Ccbill | null } => ({
    ccbill:
      CCBILL_SHOPS === undefined ||
      CCBILL_ACCOUNT === undefined ||
      CCBILL_USER === undefined ||
      CCBILL_PASSWORD === undefined
        ? null
        : {
            account: CCBILL_ACCOUNT,
            shops: CCBILL_SHOPS,
            user: CCBILL_USER,
            password: CCBILL_PASSWORD,
            limits: given.CCBILL_LIMITS,
            isItsAddress: given.CCBILL_NETWORKS,
            formOrigin: new URL(given.CCBILL_URL).origin,
            dataLinkOrigin: new URL(given.CCBILL_DATALINK_URL).origin,
          },
  }),
})
