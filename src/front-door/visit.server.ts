import { type Client, createClient } from '../api/client.ts'
import type { Problem } from '../api/errors.ts'
import type { Api } from '../api/router.server.ts'
import type { Services } from '../api/services.server.ts'
import type { Member } from '../api/session.server.ts'
import type { Library } from '../content/library.ts'
import type { Host } from '../sites/hosts.ts'
import type { FromFeatures } from './from-features.ts'

/** A request with the address it came from, and the name under which the log knows it. */
export type Visit = { request: Request; url: URL; ip: string; requestId: string; render: Render }

/** How pages are made: by Astro, or by a test. `path` is a file's route under src/pages. */
export type Render = (request: Request, path: string, locals: PageLocals) => Promise<Response>

/** What a page's code finds in `Astro.locals`. */
export type PageLocals = {
  brand: Host['brand']
  host: Host
  /** Legal, help and promo texts as they are now. */
  texts: Library
  member: Member | null
  /** What a page knows of the member: made when the first of its parts asks, and once; null for guests. */
  viewer: (() => Promise<unknown>) | null
  /** The API, in-process, as the person who asked for the page. */
  api: Client
  /** The sister site whose layout the address asks for; else the brand's own. */
  layout: string
  /** The page's own path, for a canonical link and for the menu. */
  path: string
  /** Present where a form posted without script was refused. */
  formAnswer: { form: string; values: Record<string, string | string[]>; problem: Problem } | null
  /** Set where the page to show is an error. */
  error: { status: number; sentence: string | null; id: string | null } | null
  /** The page shows a text that is not published. */
  preview: boolean
}

/** Makes what every page is given; the rest is the page's own. */
export type LocalsFor = (visit: Visit, host: Host, member: Member | null) => PageLocals

export function createLocals(services: Services, api: Api, { viewerOf }: Pick<FromFeatures, 'viewerOf'>): LocalsFor {
  return ({ request, url, ip, requestId }, host, member) => ({
    brand: host.brand,
    host,
    texts: services.texts.library(),
    member,
    viewer: member && once(() => viewerOf(services, host, member, ip)),
    api: createClient((path, init) => api.fetch(inProcess(request, path, init), { host, ip, requestId, member, inProcess: true })),
    layout: host.brand.id,
    path: url.pathname,
    formAnswer: null,
    error: null,
    preview: false,
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** The same person's request to another path, answered by the API in this process. */
export function inProcess(request: Request, path: string, init: RequestInit = {}): Request {
  const headers = new Headers(init.headers)
  for (const name of ['Cookie', 'Host', 'User-Agent']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Request(new URL(path, request.url), { ...init, headers })
}
