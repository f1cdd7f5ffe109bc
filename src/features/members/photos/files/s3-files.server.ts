import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { ApiError } from '#api/errors.ts'
import type { PhotoFiles } from '#api/photo-files.ts'
import { SECOND } from '#lib/clock.ts'

const REQUEST_TIMEOUT = 10 * SECOND
/**
 * A sweep removes hundreds: as many connections at once are more than a bucket, or this process,
 * should hold.
 */
const REMOVED_AT_ONCE = 20
/**
 * No rendition is near the largest object that any bucket takes: one that is too large is so for
 * what is left of a quota.
 */
const NO_ROOM = /<Code>(QuotaExceeded|XMinioStorageFull|EntityTooLarge)</
/** Its 404 says nothing of a file: the address is wrong, or the bucket away. */
const NO_BUCKET = /<Code>NoSuchBucket</

type Answer = { status: number; bytes: Uint8Array<ArrayBuffer> }

/** `patience`: milliseconds until a request is given up. */
export function createS3Files(address: string, patience: number = REQUEST_TIMEOUT): PhotoFiles {
  const { username, password, origin, pathname, searchParams } = new URL(address)
  const bucket = origin + pathname.replace(/\/$/, '')
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: 2,
  })

  async function send(method: string, path: string, body?: Uint8Array): Promise<Answer> {
    const headers = {
      'X-Amz-Content-Sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    const init = {
      method,
      headers,
      signal: AbortSignal.timeout(patience),
      ...(body ? { body: new Uint8Array(body) } : {}),
    }
    const response = await client.fetch(bucket + path, init)
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  /**
   * A line that breaks, also in the middle of an answer, is tried once more: whatever is asked here
   * may be asked twice.
   */
  async function ask(method: string, path: string, body?: Uint8Array): Promise<Answer> {
    const answer = await send(method, path, body)
      .catch((cause: unknown) => {
        if (cause instanceof Error && cause.name === 'TimeoutError') throw cause
        return send(method, path, body)
      })
      .catch((cause: unknown) => {
        throw busy(cause)
      })
    if (answer.status >= 200 && answer.status < 300) return answer
    const text = textOf(answer)
    if (answer.status === 404 && !NO_BUCKET.test(text)) return answer
    const cause = new Error(
      `${method} answered ${answer.status} ${/<Code>(\w+)/.exec(text)?.[1] ?? ''}`,
    )
    throw answer.status === 507 || NO_ROOM.test(text)
      ? new ApiError('storageFull', { cause })
      : busy(cause)
  }
  const remove = async (names: readonly string[]): Promise<void> => {
    for (let start = 0; start < names.length; start += REMOVED_AT_ONCE) {
      await Promise.all(
        names.slice(start, start + REMOVED_AT_ONCE).map((name) => ask('DELETE', pathOf(name))),
      )
    }
  }

  return {
    remove,
    async write(files) {
      const ended = await Promise.allSettled(
        [...files].map(([name, bytes]) => ask('PUT', pathOf(name), bytes).then(mustExist)),
      )
      const failed = ended.find((one) => one.status === 'rejected')
      if (!failed) return
      // Cleanup errors are ignored, because the sweep deletes the rest and the first error is the
      // one to report.
      await Promise.allSettled([remove([...files.keys()])])
      throw failed.reason
    },
    async read(name) {
      const answer = await ask('GET', pathOf(name))
      return answer.status === 404 ? null : answer.bytes
    },
    async *list() {
      let after = ''
      do {
        const page = await ask(
          'GET',
          `?list-type=2${after && `&continuation-token=${encodeURIComponent(after)}`}`,
        ).then(mustExist)
        const xml = textOf(page)
        for (const [, name = '', at = ''] of xml.matchAll(
          /<Key>([^<]*)<\/Key>\s*<LastModified>([^<]*)</g,
        )) {
          yield { name: unescaped(name), writtenAt: new Date(at) }
        }
        after = unescaped(/<NextContinuationToken>([^<]*)</.exec(xml)?.[1] ?? '')
      } while (after !== '')
    },
  }
}

const textOf = ({ bytes }: Answer) => new TextDecoder().decode(bytes)
const busy = (cause: unknown) => new ApiError('busy', { cause, headers: { 'Retry-After': '5' } })
const pathOf = (name: string) => `/${name.split('/').map(encodeURIComponent).join('/')}`

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
/** What is not ours may have any name, and is swept as well. */
function unescaped(xml: string): string {
  return xml.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name = '') => {
      const point = decimal ?? (hex && `0x${hex}`)
      return point === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(point))
    },
  )
}

/** A 404 for the bucket itself is a wrong setting, not a missing photo. */
function mustExist(answer: Answer): Answer {
  if (answer.status === 404) throw busy(new Error('there is no such bucket'))
  return answer
}
