import { fieldsOf, readMultipart, readWords } from '../api/bodies.server.ts'
import { ApiError, type Problem } from '../api/errors.ts'
import type { Endpoint, PageForm } from '../api/contract.ts'
import type { Api } from '../api/router.server.ts'
import { type Address, originOf } from '../sites/hosts.ts'
import { ownPath, withoutIndex } from '../sites/routes.ts'
import { withStatus } from './answers.ts'
import { inProcess, type PageLocals, type Visit } from './visit.server.ts'

type Values = Record<string, string | string[]>

/** Takes a form that was posted to a page's host; null where no endpoint takes forms at that path. */
export type TakeForm = (visit: Visit, locals: PageLocals) => Promise<Response | null>

/**
 * A native form posted to its page's own host: the same endpoint, called in-process; then the next page,
 * or the form again with what was wrong. A browser always names the origin of a POST; a mail program, whose
 * one click is let in by what its link proves, has none.
 */
export function createPageForms(api: Api, address: Address): TakeForm {
  return async (visit, locals) => {
    const { request, url } = visit
    const path = withoutIndex(url.pathname)
    const endpoint = api.endpoints.find((one) => one.page && [url.pathname, path].includes(one.page.at ?? one.path))
    if (!endpoint?.page) return null
    const isOwn = request.headers.get('Origin') === originOf('pages', locals.host, address)
    if (!isOwn && !endpoint.page.oneClick) throw new ApiError('crossSite')
    // Who may not, or not so often, has no more read than a form of words, to be shown again with the reason.
    const refusal = await api.admit(endpoint, { ip: visit.ip, member: locals.member }).then(() => null, asRefusal)
    if (refusal && endpoint.form) return formAgain(visit, locals, endpoint.page, {}, refused(refusal))
    // What somebody of ours has written is not lost because their second factor has run out.
    const mayBeLong = refusal === null || refusal.code === 'secondFactor'
    const form = await (endpoint.form ? readMultipart(request, endpoint.maxBytes) : readWords(request, mayBeLong ? endpoint.maxBytes : undefined)).catch(asTooLarge)
    if (form instanceof ApiError) return formAgain(visit, locals, endpoint.page, {}, refused(form))
    const values = fieldsOf(form)
    if (refusal) return formAgain(visit, locals, endpoint.page, values, refused(refusal))
    if (endpoint.page.oneClick && values['List-Unsubscribe'] === 'One-Click') return takeOneClick(visit, locals, endpoint)
    if (!isOwn) throw new ApiError('crossSite')
    const answer = await callApi(visit, locals, endpoint, endpoint.form ? form : values)
    const contentType = answer.headers.get('Content-Type') ?? ''
    // A redirect is for who called the API; who posted the form goes where the form leads.
    if (answer.status === 302 || (answer.ok && contentType.startsWith('application/json'))) return onwards(answer, endpoint.page)
    return formAgain(visit, locals, endpoint.page, values, answer)
  }

  /** RFC 8058: what is asked for stands in the link, whoever is signed in; the answer is read by a machine. */
  async function takeOneClick(visit: Visit, locals: PageLocals, endpoint: Endpoint): Promise<Response> {
    const answer = await callApi(visit, { ...locals, member: null }, endpoint, Object.fromEntries(visit.url.searchParams))
    const said = answer.ok ? 'Done.' : ((await answer.json()) as Problem).detail
    return new Response(`${said}\n`, { status: answer.status, headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } })
  }

  function callApi({ request, ip, requestId }: Visit, { host, member }: PageLocals, endpoint: Endpoint, given: FormData | Values): Promise<Response> {
    const call = inProcess(request, endpoint.path, {
      method: endpoint.method.toUpperCase(),
      ...(given instanceof FormData ? { body: given }
      : endpoint.body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(given) }
      : {}),
    })
    return api.fetch(call, { host, ip, requestId, member, inProcess: true, isAdmitted: true })
  }
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** What is too long to be read is answered by a page that says how to get back to it; whatever else is wrong, is thrown. */
function asTooLarge(error: unknown): ApiError {
  if (error instanceof ApiError && error.code === 'tooLarge') return error
  throw error
}

function refused(error: ApiError): Response {
  return Response.json(error.toProblem(), { status: error.status, headers: error.headers })
}

/** To the page that the answer names, or that the form leads to; with what the answer says about cookies. */
async function onwards(answer: Response, page: PageForm): Promise<Response> {
  const { next } = answer.status === 302 ? {} : ((await answer.json()) as { next?: string })
  const headers = new Headers({ Location: ownPath(next ?? page.next ?? null) ?? '/', 'Cache-Control': 'no-store' })
  for (const cookie of answer.headers.getSetCookie()) headers.append('Set-Cookie', cookie)
  const cleared = answer.headers.get('Clear-Site-Data')
  if (cleared !== null) headers.set('Clear-Site-Data', cleared)
  return new Response(null, { status: 303, headers })
}

/**
 * The form as a page of its own: what was typed is still there, and what was wrong stands beside it. What was too
 * long has not arrived, so there is no form to show.
 */
async function formAgain({ request, render }: Visit, locals: PageLocals, { form }: PageForm, values: Values, answer: Response): Promise<Response> {
  const problem = (await answer.json()) as Problem
  const page = problem.code === 'tooLarge' ? '/form' : `/form/${form}`
  const shown = await render(new Request(request.url, { headers: request.headers }), page, {
    ...locals,
    formAnswer: { form, values: withoutSecrets(values), problem },
  })
  const retryAfter = answer.headers.get('Retry-After')
  return withStatus(shown, problem.status, retryAfter === null ? {} : { 'Retry-After': retryAfter })
}

function withoutSecrets(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)))
}
