import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { SECOND } from '../lib/clock.ts'

const RECONNECT_PAUSE = SECOND / 2
/**
 * A connection that does not answer for so long is replaced: a cut one may never report an error.
 */
const HEARTBEAT_TIMEOUT = 4 * SECOND
const HEARTBEAT_CHANNEL = 'heartbeat'

type Heard = (payload: string) => void

export type Listener = {
  listen(channel: string, heard: Heard, missed?: () => void): Promise<() => Promise<void>>
  /** Passes on what this process learnt in another way than by its notification. */
  hear(channel: string, payload: string): void
  /** Notifies the other processes; null while there is no connection. */
  notify(
    notifications: readonly (readonly [channel: string, payload: string])[],
  ): Promise<unknown> | null
  heardUntil(): number
  close(): Promise<void>
}

/**
 * One connection listens for all channels; when it breaks, it reconnects until it succeeds. It
 * notifies itself once a second (`heartbeat`, in milliseconds): notifications arrive in the order
 * of the commits, so whoever hears that has heard all before it.
 */
export function openListener(url: string, heartbeat: number): Listener {
  const self = randomUUID()
  const listeners = new Map<string, Set<{ heard: Heard; missed?: (() => void) | undefined }>>()
  let hearing: Promise<pg.Client> | undefined
  let current: pg.Client | undefined
  let heartbeats: ReturnType<typeof setInterval> | undefined
  let heardUntil = Number.NEGATIVE_INFINITY
  let answered: Promise<unknown> = Promise.resolve()
  let isBeating = false
  let closed = false

  function hear(channel: string, payload: string): void {
    if (channel === HEARTBEAT_CHANNEL) {
      const [process, sentAt] = payload.split(' ')
      if (process === self) heardUntil = Number(sentAt)
    }
    for (const { heard } of listeners.get(channel) ?? []) heard(payload)
  }

  function tellMissed(): void {
    heardUntil = Number.NEGATIVE_INFINITY
    for (const known of listeners.values()) for (const { missed } of known) missed?.()
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: HEARTBEAT_TIMEOUT,
      query_timeout: HEARTBEAT_TIMEOUT,
    })
    client.on('notification', ({ channel, payload, processId }) => {
      // What this process announces it has heard before.
      if (
        channel === HEARTBEAT_CHANNEL ||
        !('processID' in client) ||
        client.processID !== processId
      )
        hear(channel, payload ?? '')
    })
    client.on('error', () => lose(client))
    try {
      await client.connect()
      for (const channel of [HEARTBEAT_CHANNEL, ...listeners.keys()])
        await ask(client, `listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      void client.end()
      throw error
    }
    tellMissed()
    current = client
    beat(client)
    heartbeats ??= setInterval(() => current && beat(current), heartbeat).unref()
    return client
  }

  function beat(client: pg.Client): void {
    if (isBeating) return
    isBeating = true
    ask(client, 'select pg_notify($1, $2)', [HEARTBEAT_CHANNEL, `${self} ${performance.now()}`])
      .catch(() => lose(client))
      .finally(() => (isBeating = false))
  }

  /** One after the other, as the driver asks for. */
  function ask(client: pg.Client, text: string, values: unknown[] = []): Promise<unknown> {
    answered = answered.then(
      () => client.query({ text, values }),
      () => client.query({ text, values }),
    )
    return answered
  }

  function lose(client: pg.Client): void {
    if (current !== client) return
    current = undefined
    hearing = undefined
    client.removeAllListeners('notification')
    void client.end()
    tellMissed()
    reconnectSoon()
  }

  function reconnectSoon(): void {
    if (!closed) setTimeout(() => void reconnect(), RECONNECT_PAUSE).unref()
  }

  async function reconnect(): Promise<void> {
    if (!closed && current === undefined) await connected().catch(reconnectSoon)
  }

  /** A failed connection is forgotten, so that the next attempt makes another. */
  function connected(): Promise<pg.Client> {
    hearing ??= connect().catch((error: unknown) => {
      hearing = undefined
      throw error
    })
    return hearing
  }

  return {
    hear,
    notify(notifications) {
      const client = current
      return client
        ? notify({ query: ({ text, values }) => ask(client, text, values) }, notifications)
        : null
    },
    heardUntil: () => heardUntil,
    async listen(channel, heard, missed) {
      const known = listeners.get(channel) ?? new Set()
      const listener = { heard, missed }
      listeners.set(channel, known.add(listener))
      let client: pg.Client
      do {
        client = await connected()
        await ask(client, `listen ${pg.escapeIdentifier(channel)}`).catch((error: unknown) => {
          // A connection that broke meanwhile is replaced, and the next one listens to all
          // channels.
          if (client === current) throw error
        })
      } while (client !== current)
      return async () => void known.delete(listener)
    },
    async close() {
      closed = true
      clearInterval(heartbeats)
      if (hearing) await (await hearing).end()
    },
  }
}

type Asked = { query(statement: { text: string; values: unknown[] }): Promise<unknown> }

export function notify(
  asked: Asked,
  notifications: readonly (readonly [channel: string, payload: string])[],
): Promise<unknown> {
  const text = 'select pg_notify(told::json->>0, told::json->>1) from unnest($1::text[]) as told'
  return asked.query({
    text,
    values: [notifications.map((notification) => JSON.stringify(notification))],
  })
}

/**
 * What a trigger announces as a notice – the channel as its message, the payload as its detail – is
 * heard when the connection's transaction is over, before whoever asked gets the answer.
 */
export function hearOwnChanges(
  pool: pg.Pool,
  hear: (channel: string, payload: string) => void,
): void {
  pool.on('connect', (client) => {
    let noticed: Array<[string, string]> = []
    const report = (): void => {
      const changes = noticed
      noticed = []
      for (const [channel, payload] of changes) hear(channel, payload)
    }
    client.on('notice', ({ message, detail }) => {
      if (message !== undefined && detail !== undefined) noticed.push([message, detail])
    })
    client.on('drain', () => {
      if (noticed.length > 0 && client.getTransactionStatus() !== 'T') report()
    })
    client.on('end', report)
  })
}
