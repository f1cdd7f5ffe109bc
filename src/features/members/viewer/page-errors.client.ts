/**
 * In a member's pages, where there is an error service: what reports an error is loaded with the
 * first.
 */
const MOST = 5
let reports = 0

function note(error: unknown): void {
  if (!(error instanceof Error) || reports >= MOST || isOfTranslation(error)) return
  reports += 1
  void import('./page-error-report.client.ts')
    .then(({ sendReport }) => sendReport(error))
    .catch((cause: unknown) => console.warn('an error could not be reported', cause))
}

/** Of a page that its browser translated before it was alive, React renders each region anew. */
function isOfTranslation({ message }: Error): boolean {
  const { lang, className } = document.documentElement
  return message.includes('React error #418') && (lang !== 'en' || /translated-/.test(className))
}

/** What the API refused is no error of the page, and its own errors it knows. */
const isAnswer = (reason: unknown) => reason instanceof Error && reason.name === 'CallError'

addEventListener('error', ({ error }) => note(error))
addEventListener('unhandledrejection', ({ reason }) => {
  if (!isAnswer(reason)) note(reason)
})
addEventListener('reported', (event) => note((event as CustomEvent<unknown>).detail))
