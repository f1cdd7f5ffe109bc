import { apiAddress, type Transport } from '../../api/client.ts'

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. `onProgress` receives a fraction, 0 to 1. */
export function uploadTransport(onProgress: (share: number) => void): Transport {
  return (path, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, apiAddress(path))
      request.withCredentials = true
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(loaded / total)
      }
      request.onload = () => resolve(responseOf(request))
      request.onerror = () => reject(new TypeError('the upload did not arrive'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
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
