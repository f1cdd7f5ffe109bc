import { api, apiAddress, type Client, createClient, type Transport } from '#api/client.ts'

/**
 * A line on which nothing moves for so long counts as broken; browsers themselves may wait for
 * minutes.
 */
const STALLED = 30_000
/** How long the server may take for an upload that has arrived. */
const ANSWER_AWAITED = 90_000

/** `onProgress` as of `uploadTransport`; where there is none, nothing is said on the way. */
export function uploadClient(onProgress: (share: number) => void): Client {
  return typeof XMLHttpRequest === 'undefined' ? api : createClient(uploadTransport(onProgress))
}

/**
 * Uses XMLHttpRequest, because `fetch` reports no upload progress. `onProgress` receives a
 * fraction, 0 to 1.
 */
function uploadTransport(onProgress: (share: number) => void): Transport {
  return (path, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      let timer: ReturnType<typeof setTimeout> | undefined
      const expectWithin = (time: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => request.abort(), time)
      }
      request.open(method, apiAddress(path))
      request.withCredentials = true
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        expectWithin(STALLED)
        if (lengthComputable) onProgress(loaded / total)
      }
      request.upload.onload = () => {
        expectWithin(ANSWER_AWAITED)
        onProgress(1)
      }
      request.onload = () => resolve(responseOf(request))
      request.onerror = () => reject(new TypeError('the upload did not arrive'))
      request.onabort = () => reject(signal?.reason ?? new TypeError('the upload stalled'))
      request.onloadend = () => clearTimeout(timer)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      expectWithin(STALLED)
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return new Response(request.responseText, { status: request.status, headers })
}
