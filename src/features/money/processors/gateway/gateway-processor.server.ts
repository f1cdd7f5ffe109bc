import { z } from 'zod'
import type { Services } from '#api/services.server.ts'
import type { Processor, ProcessorKind } from '../processor.ts'
import { cardFrameDoor } from './card-frame.server.ts'
import type { Gateway } from './env.server.ts'
import { askGateway, tellGateway } from './gateway-calls.server.ts'
import { gatewayEvent } from './webhook.contract.ts'
import { gatewayHandlers } from './webhook.server.ts'

const transactionPage = z.object({
  transactions: z.array(gatewayEvent),
  next: z.string().nullable(),
})

/** The gateway of the specification; requests are signed like its webhooks. */
function gatewayProcessor(services: Pick<Services, 'clock'>, gateway: Gateway): Processor {
  return {
    checkout: null,
    cancel: (subscription) =>
      tellGateway(services, gateway, '/cancelSubscription', { subscription }),
    refundsAnyCharge: true,
    refund: ({ payment, amount, currency, key }) =>
      tellGateway(services, gateway, '/refundPayment', { payment, amount, currency, key }),
    retry: (subscription, key) =>
      tellGateway(services, gateway, '/retryPayment', { subscription, key }),
    list: async ({ from, until }, after) =>
      transactionPage.parse(
        await askGateway(services, gateway, '/listTransactions', {
          from: from.toISOString(),
          until: until.toISOString(),
          after,
        }),
      ),
    compare: null,
  }
}

export const gateway: ProcessorKind = {
  open: (services) =>
    services.settings.gateway && gatewayProcessor(services, services.settings.gateway),
  handlers: gatewayHandlers,
  doors: [cardFrameDoor],
}
