import { defaultStackParser, exceptionFromError } from '@sentry/browser'
import { api } from '#api/client.ts'
import {
  type ReportedError,
  safeFunction,
  safeMessage,
  safeNumber,
  safeType,
} from '#lib/error-report.ts'
import type { reportPageError } from './page-errors.contract.ts'
import { isOfOurs } from './page-errors.ts'

const MOST_CAUSES = 5
const MOST_FRAMES = 50

export async function sendReport(error: unknown): Promise<void> {
  const errors: ReportedError[] = []
  for (let one = error; one instanceof Error && errors.length < MOST_CAUSES; one = one.cause)
    errors.push(reported(one))
  if (errors.length > 0) {
    await api.send<typeof reportPageError>(
      'POST /site/reportError',
      { body: { path: location.pathname, errors: errors } },
      { keepalive: true },
    )
  }
}

function reported(error: Error): ReportedError {
  const {
    type = error.name,
    value = '',
    stacktrace,
  } = exceptionFromError(defaultStackParser, error)
  return {
    type: safeType(type),
    message: safeMessage(value),
    frames: (stacktrace?.frames ?? []).slice(-MOST_FRAMES).map((frame) => ({
      function: safeFunction(frame.function),
      file: fileOf(frame.filename ?? ''),
      line: safeNumber(frame.lineno),
      column: safeNumber(frame.colno),
    })),
  }
}

function fileOf(address: string): string {
  if (!URL.canParse(address)) return '?'
  const { origin, pathname } = new URL(address)
  return origin === location.origin && isOfOurs(pathname) ? pathname : '?'
}
