import type { Services } from '../../../api/services.server.ts'
import { gatewayProcessor } from '../gateway/gateway-processor.server.ts'
import type { Processor } from './processor.ts'

/** The processor that gave a payment or subscription its reference; null where it is not configured any more. */
export function processorOf(services: Pick<Services, 'clock' | 'settings'>, _reference: string): Processor | null {
  const { gateway } = services.settings
  return gateway && gatewayProcessor(services, gateway)
}
