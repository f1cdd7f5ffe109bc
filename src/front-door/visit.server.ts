import type { Render } from './front-door.server.ts'

/** A request with the address it came from, and the name under which the log knows it. */
export type Visit = { request: Request; url: URL; ip: string; requestId: string; render: Render }

/** A page under another status than the one it was made with. */
export function withStatus(page: Response, status: number, more: Record<string, string> = {}): Response {
  const headers = new Headers(page.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return new Response(page.body, { status, headers })
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
