import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { ApiError } from '../../api/errors.ts'
import { SECOND } from '../../lib/clock.ts'
import type { PhotoFiles } from './files.server.ts'

const REQUEST_TIMEOUT = 10 * SECOND

export function createS3Files(address: string): PhotoFiles {
  const { username, password, origin, pathname, searchParams } = new URL(address)
  const bucket = origin + pathname.replace(/\/$/, '')
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: 2,
  })

  async function ask(method: string, path: string, body?: Uint8Array): Promise<Response> {
    const headers = {
      'X-Amz-Content-Sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    const response = await client
      .fetch(bucket + path, { method, headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT), ...(body ? { body: new Uint8Array(body) } : {}) })
      .catch((cause: unknown) => {
        throw new ApiError('busy', { cause, headers: { 'Retry-After': '5' } })
      })
    if (response.ok || response.status === 404) return response
    const text = await response.text()
    const cause = new Error(`${method} answered ${response.status} ${/<Code>(\w+)/.exec(text)?.[1] ?? ''}`)
    const isFull = response.status === 507 || /<Code>(QuotaExceeded|XMinioStorageFull)</.test(text)
    throw isFull ? new ApiError('storageFull', { cause }) : new ApiError('busy', { cause, headers: { 'Retry-After': '5' } })
  }
  const remove = async (names: readonly string[]): Promise<void> => {
    await Promise.all(names.map((name) => ask('DELETE', `/${name}`)))
  }

  return {
    remove,
    async write(files) {
      const ended = await Promise.allSettled([...files].map(([name, bytes]) => ask('PUT', `/${name}`, bytes).then(mustExist)))
      const failed = ended.find((one) => one.status === 'rejected')
      if (!failed) return
      // Cleanup errors are ignored, because the sweep deletes the rest and the first error is the one to report.
      await Promise.allSettled([remove([...files.keys()])])
      throw failed.reason
    },
    async read(name) {
      const response = await ask('GET', `/${name}`)
      return response.status === 404 ? null : new Uint8Array(await response.arrayBuffer())
    },
    async *list() {
      let after = ''
      do {
        const page = await ask('GET', `?list-type=2${after && `&continuation-token=${encodeURIComponent(after)}`}`).then(mustExist)
        const xml = await page.text()
        for (const [, name = '', at = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>\s*<LastModified>([^<]*)</g)) {
          yield { name, writtenAt: new Date(at) }
        }
        after = /<NextContinuationToken>([^<]*)</.exec(xml)?.[1] ?? ''
      } while (after !== '')
    },
  }
}

/** A 404 for the bucket itself is a wrong setting, not a missing photo. */
function mustExist(response: Response): Response {
  if (response.status === 404) throw new ApiError('busy', { cause: new Error('there is no such bucket') })
  return response
}
