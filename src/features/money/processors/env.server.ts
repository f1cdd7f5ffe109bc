import { envGroup } from '#lib/env.server.ts'
import { ccbillEnv } from './ccbill/env.server.ts'
import { gatewayEnv } from './gateway/env.server.ts'
import { verotelEnv } from './verotel/env.server.ts'

export const processorEnvsByName = { gateway: gatewayEnv, ccbill: ccbillEnv, verotel: verotelEnv }

export const processorEnvs = Object.values(processorEnvsByName)

/** Who charges for which brands, told by `<NAME>_SHOPS`; the gateway charges for all others. */
export const shopsEnv = envGroup({
  shape: {},
  wrong: (given) =>
    shopsIn(given).flatMap(({ setting, brands }, index, all) =>
      brands.flatMap((brand) =>
        all
          .slice(0, index)
          .filter((other) => other.brands.includes(brand))
          .map((other) => `${setting}: ${brand} has a shop in ${other.setting} already`),
      ),
    ),
  read: (given) => ({ shops: shopsIn(given) }),
})

function shopsIn(given: Readonly<Record<string, unknown>>) {
  return (Object.keys(processorEnvsByName) as Array<keyof typeof processorEnvsByName>)
    .map((seller) => ({ seller, setting: `${seller.toUpperCase()}_SHOPS` }))
    .filter(({ seller, setting }) => setting in processorEnvsByName[seller].shape)
    .map((shop) => {
      const found = given[shop.setting] as ReadonlyMap<string, unknown> | undefined
      return { ...shop, brands: [...(found?.keys() ?? [])] }
    })
}
