import {
  fieldsOf,
  filesOf,
  readFormWithFiles,
  readMultipart,
  readTextForm,
} from '../api/bodies.server.ts'
import { type Endpoint, isForStaff, type PageForm, pathPattern } from '../api/contract.ts'
import { ApiError, type Problem } from '../api/errors.ts'
import type { Turn } from '../api/hashing-queue.server.ts'
import type { Api } from '../api/router.server.ts'
import { type Address, originOf } from '../sites/hosts.ts'
import { ownPath, withoutIndex } from '../sites/routes.ts'
import { withStatus } from './answers.ts'
import { createFormAgain, type PageFor, pageOf, type PostedValues } from './refused-forms.server.ts'
import { withoutScriptsAgain } from './scripts-off.ts'
import { forStaff, inProcess, type PageLocals, type Visit } from './visit.server.ts'

export type HandlePageForm = (visit: Visit, locals: PageLocals) => Promise<Response | null>

/**
 * Requires the Origin header, or the page's address in Referer where an older browser or a proxy
 * sends none: a stranger's page can leave out that one, and not forge it. Only a mail program's
 * one-click unsubscribe has neither.
 */
export function createPageForms(api: Api, address: Address, pageFor: PageFor): HandlePageForm {
  const formAgain = createFormAgain(pageFor)
  return async (visit, given) => {
    const { request, url } = visit
    const endpoint = api.endpoints.find(
      (one) => one.pageForm && pathPattern(one.pageForm.path ?? one.path).test(url.pathname),
    )
    if (!endpoint?.pageForm) return null
    const locals = isForStaff(endpoint) && given.session?.staff !== 'no' ? forStaff(given) : given
    const isOwn = comesFrom(request) === originOf('pages', locals.host, address)
    if (!isOwn && !endpoint.pageForm.oneClick) throw new ApiError('crossSite')
    // A refused request may send only a small text form, so that it can be shown again with the
    // reason.
    const admitted = await api
      .admit(endpoint, { ip: visit.ip, member: locals.session })
      .catch(asRefusal)
    const refusal = admitted instanceof ApiError ? admitted : null
    if (refusal && endpoint.form)
      return formAgain(visit, locals, endpoint.pageForm, {}, refused(refusal))
    // Reads long texts of staff also after their second factor expired, so that the input is not
    // lost.
    const mayBeLong = refusal === null || refusal.code === 'secondFactor'
    const { files } = endpoint
    const form = await (
      endpoint.form
        ? readMultipart(request, endpoint.maxBytes)
        : files && mayBeLong
          ? readFormWithFiles(request, files, endpoint.maxBytes)
          : readTextForm(request, mayBeLong ? endpoint.maxBytes : undefined)
    ).catch(asTooLarge)
    // With files it is not read where it is refused: that is then why, not its size.
    if (form instanceof ApiError)
      return formAgain(
        visit,
        locals,
        endpoint.pageForm,
        {},
        refused(files && refusal ? refusal : form),
      )
    const values = fieldsOf(form)
    if (admitted instanceof ApiError)
      return formAgain(visit, locals, endpoint.pageForm, values, refused(admitted))
    if (endpoint.pageForm.oneClick && values['List-Unsubscribe'] === 'One-Click')
      return takeOneClick(visit, locals, endpoint)
    if (!isOwn) throw new ApiError('crossSite')
    const sendsFiles = endpoint.form || (files && filesOf(form, files).length > 0)
    const answer = await callApi(visit, locals, endpoint, sendsFiles ? form : values, admitted)
    const contentType = answer.headers.get('Content-Type') ?? ''
    if (answer.ok && endpoint.pageForm.shows)
      return shownOnce(visit, locals, endpoint.pageForm, answer)
    // An API redirect is for API callers; a form redirects to its own next page.
    if (answer.status === 302 || (answer.ok && contentType.startsWith('application/json')))
      return redirectAfter(visit, answer, endpoint.pageForm)
    return formAgain(visit, locals, endpoint.pageForm, values, answer)
  }

  /**
   * RFC 8058: the link alone authorises the request; the response is plain text for a mail program.
   */
  async function takeOneClick(
    visit: Visit,
    locals: PageLocals,
    endpoint: Endpoint,
  ): Promise<Response> {
    const answer = await callApi(
      visit,
      { ...locals, session: null },
      endpoint,
      Object.fromEntries(visit.url.searchParams),
      'form',
    )
    const said = answer.ok ? 'Done.' : ((await answer.json()) as Problem).detail
    return new Response(`${said}\n`, {
      status: answer.status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  }

  function callApi(
    { request, url, ip, requestId }: Visit,
    { host, session: member }: PageLocals,
    endpoint: Endpoint,
    given: FormData | PostedValues,
    admitted: Turn,
  ): Promise<Response> {
    const call = inProcess(request, endpoint.params ? withoutIndex(url.pathname) : endpoint.path, {
      method: endpoint.method.toUpperCase(),
      ...(given instanceof FormData
        ? { body: given }
        : endpoint.body
          ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(given) }
          : {}),
    })
    return api.fetch(call, { host, ip, requestId, member, inProcess: true, admitted })
  }
}

function comesFrom({ headers }: Request): string | null {
  const page = headers.get('Origin') ?? headers.get('Referer')
  return page !== null && URL.canParse(page) ? new URL(page).origin : null
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

function asTooLarge(error: unknown): ApiError {
  if (error instanceof ApiError && error.code === 'tooLarge') return error
  throw error
}

function refused(error: ApiError): Response {
  return Response.json(error.toProblem(), { status: error.status, headers: error.headers })
}

async function redirectAfter(visit: Visit, answer: Response, form: PageForm): Promise<Response> {
  const { next } = answer.status === 302 ? {} : ((await answer.json()) as { next?: string })
  const headers = new Headers({
    Location: withoutScriptsAgain(visit, ownPath(next ?? form.next ?? null) ?? '/'),
    'Cache-Control': 'no-store',
  })
  for (const cookie of answer.headers.getSetCookie()) headers.append('Set-Cookie', cookie)
  const cleared = answer.headers.get('Clear-Site-Data')
  if (cleared !== null) headers.set('Clear-Site-Data', cleared)
  return new Response(null, { status: 303, headers })
}

async function shownOnce(
  { request, render }: Visit,
  locals: PageLocals,
  form: PageForm,
  answer: Response,
): Promise<Response> {
  const shown = await render(new Request(request.url, { headers: request.headers }), pageOf(form), {
    ...locals,
    formResult: await answer.json(),
  })
  return withStatus(shown, 200, { 'Cache-Control': 'no-store' })
}
