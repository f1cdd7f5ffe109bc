import { CallError } from '../api/client.ts'
import type { PageForm } from '../api/contract.ts'
import type { Problem } from '../api/errors.ts'
import type { Member } from '../api/member.server.ts'
import type { Host } from '../sites/hosts.ts'
import { type MatchedPage, ownPath } from '../sites/routes.ts'
import { withStatus } from './answers.ts'
import type { PageLocals, Visit } from './visit.server.ts'

export type PostedValues = Record<string, string | string[]>

/** The page of members at a path, if whoever has the session would be shown it; else null. */
export type PageFor = (path: string, host: Host, session: Member | null) => MatchedPage | null

type Refused = { visit: Visit; locals: PageLocals; form: PageForm; values: PostedValues }

export const pageOf = ({ name }: PageForm) => (name === undefined ? '/form' : `/form/${name}`)

/**
 * Shows a refused form where it stands, with what was typed and why; on a page in src/pages/form
 * where that page cannot be shown.
 */
export function createFormAgain(pageFor: PageFor) {
  /** A page may have changed so that it cannot be shown, or lead on: then it says nothing. */
  async function onItsPage(
    { visit: { request, render }, locals, form, values }: Refused,
    formAnswer: NonNullable<PageLocals['formAnswer']>,
  ): Promise<Response | null> {
    for (const address of standsOn(request, form, values)) {
      const url = new URL(address, request.url)
      const page = pageFor(url.pathname, locals.host, locals.session)
      if (page === null) continue
      // Of the form before this one.
      url.searchParams.delete('saved')
      const { path } = page
      const layout = page.layout ?? locals.layout
      const shown = await render(new Request(url, { headers: request.headers }), path, {
        ...locals,
        path,
        layout,
        formAnswer,
      }).catch(nullIfRefused)
      if (shown?.status === 200) return shown
    }
    return null
  }

  /** A body that was too large has no values, so a general page is shown. */
  return async (
    visit: Visit,
    locals: PageLocals,
    form: PageForm,
    values: PostedValues,
    answer: Response,
  ): Promise<Response> => {
    const { request, render } = visit
    const problem = (await answer.json()) as Problem
    const asks = form.asks === true && problem.code === 'areYouSure'
    const name = form.asks && !asks ? null : (form.name ?? null)
    const formAnswer = { form: name, values: withoutSecrets(values), problem }
    const own =
      (problem.code === 'tooLarge' && '/form') ||
      (problem.code === 'locked' && '/locked') ||
      (asks && pageOf(form))
    const shown =
      (own === false && (await onItsPage({ visit, locals, form, values }, formAnswer))) ||
      (await render(
        new Request(request.url, { headers: request.headers }),
        own || (form.page === undefined && !form.asks ? pageOf(form) : '/form'),
        { ...locals, formAnswer },
      ))
    const retryAfter = answer.headers.get('Retry-After')
    return withStatus(
      shown,
      problem.status,
      retryAfter === null ? {} : { 'Retry-After': retryAfter },
    )
  }
}

/** Pages on which the form may stand, the likeliest first. */
function standsOn({ headers, url }: Request, form: PageForm, values: PostedValues): string[] {
  const { name, asks } = form
  const page = form.page?.replaceAll(/\{(\w+)\}/g, (_, of: string) =>
    encodeURIComponent(String(values[of] ?? '')),
  )
  if (name !== undefined && !asks) return page === undefined ? [] : [page]
  const from = headers.get('Referer')
  const before = from !== null && URL.canParse(from) ? new URL(from) : null
  return [
    ownPath(typeof values['back'] === 'string' ? values['back'] : null),
    page,
    before?.host === new URL(url).host ? before.pathname + before.search : null,
    form.next,
  ].filter((one) => typeof one === 'string')
}

function nullIfRefused(error: unknown): null {
  if (error instanceof CallError && error.status < 500) return null
  throw error
}

function withoutSecrets(values: PostedValues): PostedValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !/password|^pin$/i.test(name)),
  )
}
