import { type Handler, handle } from '#api/call.server.ts'
import { sumsByAd, sumsByDay } from '../ads.sql.ts'
import { bookedAdId } from '../booked/ad-limits.ts'
import { keptAds } from '../booked/booked-ads.sql.ts'
import { adReport } from './ad-report.contract.ts'
import { firstCountedDay } from './ad-report.ts'

const reportHandler = handle(adReport, async ({ query, services, at }) => {
  const since = firstCountedDay(at)
  const [brand, ad] = [query.brand === '' ? null : query.brand, query.ad === '' ? null : query.ad]
  const [ads, days, booked] = await Promise.all([
    sumsByAd(services.db, since, brand),
    sumsByDay(services.db, since, { brand, ad }),
    keptAds(services.db),
  ])
  const headlines = new Map(booked.map(({ id, headline }) => [bookedAdId(id), headline]))
  return {
    since,
    ads: ads.map((one) => ({ ...one, headline: headlines.get(one.ad) ?? null })),
    days,
  }
})

export const adReportHandlers: Handler[] = [reportHandler]
