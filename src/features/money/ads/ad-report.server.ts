import { type Handler, handle } from '../../../api/call.server.ts'
import { adReport } from './ad-report.contract.ts'
import { firstCountedDay } from './ad-report.ts'
import { sumsByAd, sumsByDay } from './ads.sql.ts'

const reportHandler = handle(adReport, async ({ query, services, at }) => {
  const since = firstCountedDay(at)
  const [brand, ad] = [query.brand === '' ? null : query.brand, query.ad === '' ? null : query.ad]
  const [ads, days] = await Promise.all([
    sumsByAd(services.db, since, brand),
    sumsByDay(services.db, since, { brand, ad }),
  ])
  return { since, ads, days }
})

export const adReportHandlers: Handler[] = [reportHandler]
