import type { Client } from '../api/client.ts'
import type { Answer, Endpoint } from '../api/contract.ts'
import type { Problem } from '../api/errors.ts'
import type { Member } from '../api/member.server.ts'
import type { Api } from '../api/router.server.ts'
import type { Services } from '../api/services.server.ts'
import type { Library } from '../content/library.ts'
import { once } from '../lib/once.ts'
import type { Host } from '../sites/hosts.ts'
import type { FromFeatures, Previewed } from './from-features.ts'

export type Visit = { request: Request; url: URL; ip: string; requestId: string; render: Render }

export type Render = (request: Request, path: string, locals: PageLocals) => Promise<Response>

/**
 * The built pages are a module graph of their own: the server, whose front door is asked first,
 * finds them here.
 */
export const renderSlot = Symbol.for('render')

export type PageLocals = {
  brand: Host['brand']
  host: Host
  texts: Library
  /** Null as well while the session is locked, and for staff where a page is not theirs. */
  member: Member | null
  /** Whose session it is, also while it is locked: for the lock, and for what a form may do. */
  session: Member | null
  /** The page's data about the member, loaded once on first use; null for guests. */
  viewer: (() => Promise<unknown>) | null
  /** Reads of the API with the visitor's session, in-process; pages change nothing. */
  api: Pick<Client, 'send'>
  /** The sister site whose layout is used; by default the brand's own. */
  layout: string
  path: string
  /** The answer to a form whose own page shows it. */
  formResult: unknown
  /**
   * Set if a form posted without script was refused; `form` is null for one without a page of its
   * own.
   */
  formAnswer: {
    form: string | null
    values: Record<string, string | string[]>
    problem: Problem
  } | null
  error: { status: number; sentence: string | null; id: string | null } | null
  /**
   * Of a draft's page: what it says of itself, and whether something was just said of the draft.
   */
  preview: (Previewed['shown'] & { isSaid: boolean }) | null
}

export type LocalsFor = (visit: Visit, host: Host, member: Member | null) => PageLocals

export function createLocals(
  services: Services,
  api: Api,
  { viewerOf }: Pick<FromFeatures, 'viewerOf'>,
): LocalsFor {
  return ({ request, url, ip, requestId }, host, session) => {
    // Staff, who have no profile, are guests on every page but their own.
    const member = session?.isLocked || session?.staff !== 'no' ? null : session
    const texts = services.texts.library()
    return {
      brand: texts.asPublished(host.brand),
      host,
      texts,
      member,
      session,
      viewer: member && once(() => viewerOf(services, host, member, { ip, request })),
      api: {
        // The router checked the answer against the contract of this route.
        send: async <E extends Endpoint>(route: string, given: object) =>
          (await api.read(route, given, {
            host,
            ip,
            requestId,
            member: session,
            request,
          })) as Answer<E>,
      },
      layout: host.brand.id,
      path: url.pathname,
      formAnswer: null,
      formResult: null,
      error: null,
      preview: null,
    }
  }
}

/** What a page of staff knows. */
export function forStaff(locals: PageLocals): PageLocals {
  return { ...locals, member: locals.session }
}

export function inProcess(request: Request, path: string, init: RequestInit = {}): Request {
  const headers = new Headers(init.headers)
  for (const name of ['Cookie', 'Host', 'User-Agent']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Request(new URL(path, request.url), { ...init, headers })
}
