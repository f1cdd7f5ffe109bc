import type { Services } from '../../../api/services.server.ts'
import type { Settings } from '../../../settings.ts'
import type { Brand } from '../../../sites/site.ts'
import { type Provider, providerOf } from '../orders/providers.ts'
import { ccbillProcessor } from './ccbill/ccbill-processor.server.ts'
import { gatewayProcessor } from './gateway/gateway-processor.server.ts'
import type { Processor } from './processor.ts'
import { verotelProcessor } from './verotel/verotel-processor.server.ts'

type Configured = Pick<Services, 'clock' | 'settings' | 'address'>

const builders: Record<Provider, (services: Configured) => Processor | null> = {
  gateway: (services) =>
    services.settings.gateway && gatewayProcessor(services, services.settings.gateway),
  ccbill: ({ settings }) => settings.ccbill && ccbillProcessor(settings.ccbill),
  verotel: (services) =>
    services.settings.verotel && verotelProcessor(services, services.settings.verotel),
}

export function processorsOf(
  services: Configured,
): Array<{ name: Provider; processor: Processor }> {
  return (Object.keys(builders) as Provider[]).flatMap((name) => {
    const processor = builders[name](services)
    return processor ? [{ name, processor }] : []
  })
}

/** The processor that gave a payment or subscription its reference; null where it is not configured any more. */
export function processorOf(services: Configured, reference: string): Processor | null {
  return builders[providerOf(reference)](services)
}

/** Who charges what is bought on a brand now: the gateway, unless a processor has a shop for it. */
export function sellerOf(services: Configured, { id }: Pick<Brand, 'id'>): Processor | null {
  return builders[sellingProvider(services.settings, id)](services)
}

export function sellingProvider(
  { ccbill, verotel }: Pick<Settings, 'ccbill' | 'verotel'>,
  brand: string,
): Provider {
  if (ccbill?.shops.has(brand)) return 'ccbill'
  return verotel?.shops.has(brand) ? 'verotel' : 'gateway'
}
