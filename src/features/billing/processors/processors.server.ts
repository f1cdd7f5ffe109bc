import type { Services } from '../../../api/services.server.ts'
import { gatewayProcessor } from '../gateway/gateway-processor.server.ts'
import type { Processor } from './processor.ts'

type Configured = Pick<Services, 'clock' | 'settings'>

export function processorsOf(services: Configured): Array<{ name: string; processor: Processor }> {
  const { gateway } = services.settings
  return gateway ? [{ name: 'gateway', processor: gatewayProcessor(services, gateway) }] : []
}

/** The processor that gave a payment or subscription its reference; null where it is not configured any more. */
export function processorOf(services: Configured, _reference: string): Processor | null {
  return processorsOf(services)[0]?.processor ?? null
}
