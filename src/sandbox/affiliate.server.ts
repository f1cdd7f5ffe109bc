import { createHmac, timingSafeEqual } from 'node:crypto'

/** What an affiliate's server is told; `at` is when it was earned. */
type ReceivedPostback = Record<
  'id' | 'event' | 'state' | 'campaign' | 'subid' | 'sum' | 'currency' | 'at',
  string
>

type Receiver = {
  /** Takes a request; the answer says whether it counts. */
  take(request: Request): Promise<Response>
  /** Each once, however often it came. */
  received: ReadonlyMap<string, ReceivedPostback>
}

/** Seconds that a request may be old or early. */
const WINDOW = 300

/**
 * An affiliate's side of postbacks, as the sample of it: it stands on its own, so that it can be
 * copied. Checks the time, the signature over time and body, and counts each postback once.
 */
export function createPostbackReceiver(secret: string, now = () => new Date()): Receiver {
  const received = new Map<string, ReceivedPostback>()
  return {
    received,
    async take(request) {
      const body = await request.text()
      const timestamp = request.headers.get('X-Webhook-Timestamp') ?? ''
      const given = Buffer.from(request.headers.get('X-Webhook-Signature') ?? '')
      const age = Math.abs(now().getTime() / 1000 - Number(timestamp))
      const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
      const expected = Buffer.from(`sha256=${mac}`)
      const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
      if (!isSigned || !(age <= WINDOW)) return new Response('not signed\n', { status: 403 })
      const id = request.headers.get('X-Postback-Id') ?? ''
      if (!received.has(id)) received.set(id, JSON.parse(body) as ReceivedPostback)
      return new Response(null, { status: 204 })
    },
  }
}
