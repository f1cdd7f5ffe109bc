import type { Settings } from '#settings.ts'
import type { Brand } from '#sites/site.ts'
import { type Provider, providerOf } from '../orders/providers.ts'
import { ccbill } from './ccbill/ccbill-processor.server.ts'
import { gateway } from './gateway/gateway-processor.server.ts'
import type { Configured, Processor, ProcessorKind } from './processor.ts'
import { verotel } from './verotel/verotel-processor.server.ts'

export const kinds: Readonly<Record<Provider, ProcessorKind>> = { gateway, ccbill, verotel }

export const providers = Object.keys(kinds) as Provider[]

export function processorsOf(
  services: Configured,
): Array<{ name: Provider; processor: Processor }> {
  return providers.flatMap((name) => {
    const processor = kinds[name].open(services)
    return processor ? [{ name, processor }] : []
  })
}

/**
 * The processor that gave a payment or subscription its reference; null where it is not configured
 * any more.
 */
export function processorOf(services: Configured, reference: string): Processor | null {
  return kinds[providerOf(reference)].open(services)
}

/** What a number that somebody has read at a processor, or here, may be called in our rows. */
export function referencesFor({ settings }: Pick<Configured, 'settings'>, typed: string): string[] {
  return [
    typed,
    ...providers.flatMap((name) => [
      `${name}:${typed}`,
      ...(kinds[name].references?.(settings, typed) ?? []),
    ]),
  ]
}

/** Who charges what is bought on a brand now: the gateway, unless a processor has a shop for it. */
export function sellerOf(services: Configured, { id }: Pick<Brand, 'id'>): Processor | null {
  return kinds[sellingProvider(services.settings, id)].open(services)
}

export function sellingProvider({ shops }: Pick<Settings, 'shops'>, brand: string): Provider {
  return shops.find(({ brands }) => brands.includes(brand))?.seller ?? 'gateway'
}
