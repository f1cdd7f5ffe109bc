import { hearing } from '#api/domain-events.server.ts'
import type { Feature } from '#api/feature.ts'
import { addressConfirmed } from '#core/accounts/events.server.ts'
import { count } from '#core/figures/counting.sql.ts'
import { moneyReturned, paymentTaken } from '../orders/money-events.ts'
import { affiliateHandlers } from './affiliates.server.ts'
import { arrivalJob } from './arrivals/arrivals.server.ts'
import { arrived } from './events.ts'
import { affiliateErasures } from './leaving.sql.ts'
import {
  approvalJob,
  earnByJoin,
  earnByPayment,
  returnMoney,
} from './payouts/commissions.server.ts'
import { payoutJob } from './payouts/payouts.server.ts'
import { postbackJob, postbackSweepJob } from './postbacks/postback-delivery.server.ts'
import { stoppedReading } from './stopped-reading.server.ts'

export const affiliates: Feature = {
  room: 'money/affiliates',
  handlers: affiliateHandlers,
  jobs: [approvalJob, payoutJob, postbackJob, postbackSweepJob],
  everyProcess: [arrivalJob],
  readings: [stoppedReading],
  erasures: affiliateErasures,
  hears: [
    hearing(arrived, (_, trx, { brand, source, campaign, count: times, at }) =>
      count(trx, { brand, source, measure: 'arrival', detail: campaign, count: times, at }),
    ),
    hearing(addressConfirmed, (_, trx, { id, at }) => earnByJoin(trx, id, at)),
    hearing(paymentTaken, (_, trx, taken) => earnByPayment(trx, taken)),
    hearing(moneyReturned, (_, trx, returned) => returnMoney(trx, returned)),
  ],
}
