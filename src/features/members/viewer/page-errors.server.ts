import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { safeFile, safeFunction, safeMessage, safeType } from '#lib/error-report.ts'
import { brands } from '#sites/registry.ts'
import { matchPage } from '#sites/routes.ts'
import { reportPageError } from './page-errors.contract.ts'
import { isOfOurs } from './page-errors.ts'
import { visitIdOf } from './visit-id.server.ts'

const sisters = brands.slice(1).map(({ id }) => id)

const reportHandler = handle(
  reportPageError,
  async ({
    body: { path, errors },
    services: { errorService, settings },
    scope: { member },
    brand,
  }) => {
    if (!errorService) throw new ApiError('notFound')
    // Whoever is signed in can send anything: what our own page would have left out is left out
    // here.
    const safe = errors.map(({ type, message, frames }) => ({
      type: safeType(type),
      message: safeMessage(message),
      frames: frames.map((frame) => ({
        ...frame,
        function: safeFunction(frame.function),
        file: isOfOurs(frame.file) ? safeFile(frame.file) : '?',
      })),
    }))
    const [first] = safe
    // Errors of the browser's extensions have no call in a file of ours.
    if (first?.frames.some(({ file }) => file !== '?')) {
      // The visit says whether many errors are of one page or of many, and cannot be traced to
      // anybody.
      const visit = visitIdOf(member, settings.sessionSecret)
      errorService.inBrowser(safe, {
        brand: brand.id,
        visit,
        route: matchPage(path, sisters)?.route.pattern ?? '?',
      })
    }
    return { ok: true as const }
  },
)

export const pageErrorHandlers: Handler[] = [reportHandler]
