import { type Handler, handle } from '#api/call.server.ts'
import { lastReport } from './reports.sql.ts'
import { getTransparency } from './transparency.contract.ts'

const transparencyHandler = handle(getTransparency, async ({ brand, services }) => {
  const report = await lastReport(services.db, brand.id)
  return { report: report && { ...report, madeAt: report.madeAt.toISOString() } }
})

export const transparencyHandlers: Handler[] = [transparencyHandler]
