import type { Feature } from '#api/feature.ts'
import { adZoneDoor } from './ad-zone.server.ts'
import { adHandlers } from './ads.server.ts'
import { bookedAdHandlers } from './booked/booked-ads.server.ts'
import { popunderHandlers } from './popunder/popunder.server.ts'
import { adCountJob, adSweepJob } from './report/ad-counter.server.ts'
import { adReportHandlers } from './report/ad-report.server.ts'

export const ads: Feature = {
  room: 'money/ads',
  handlers: [...popunderHandlers, ...adHandlers, ...adReportHandlers, ...bookedAdHandlers],
  jobs: [adSweepJob],
  everyProcess: [adCountJob],
  doors: [adZoneDoor],
}
