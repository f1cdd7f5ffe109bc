import { openChannel, webLocks } from '#lib/browser.ts'
import type { Hint } from './member-events.ts'
import { openStream } from './open-stream.client.ts'

/**
 * Of the lock that is the right to the browser's one stream, and of the channel that tells the
 * other pages.
 */
const NAME = 'event-stream'
/** Milliseconds until a hidden page rests: over HTTP/1.1 a browser has six connections per host. */
const HIDDEN_FOR = 30_000
/**
 * Milliseconds after which a page that has the stream and does not answer, since the system stopped
 * it, loses it.
 */
const ANSWERED_WITHIN = 3000
/** Hints that are kept for pages that come later. */
const MOST_KEPT = 200

/**
 * What pages tell each other. `begin`: from which id the stream goes on. `join` asks what came
 * after `from`, by the clock of this browser, on a page whose data is of `since`, by the server's;
 * `hints` is null where some are unknown.
 */
type Said =
  | { type: 'begin'; id: string | null }
  | { type: 'hint'; hint: Hint }
  | { type: 'id'; id: string }
  | { type: 'join'; page: string; from: number; since: number | null }
  | { type: 'joined'; page: string; id: string | null; hints: readonly Hint[] | null }

type PageEvent = 'visibilitychange' | 'pagehide' | 'pageshow'
export type Page = {
  isHidden(): boolean
  on(type: PageEvent, act: (event: Event) => void, options: { signal: AbortSignal }): void
  /** When the page's counters were current, by the server's clock. */
  since(): number
  publish(hint: Hint): void
  show(state: 'open' | 'closed'): void
}

export const thisPage: Pick<Page, 'isHidden' | 'on'> = {
  isHidden: () => typeof document !== 'undefined' && document.visibilityState === 'hidden',
  on(type, act, options) {
    if (typeof document === 'undefined') return
    if (type === 'visibilitychange') document.addEventListener(type, act, options)
    else addEventListener(type, act, options)
  },
}

/**
 * Hears of events until the returned function is called, or the member is signed out, while
 * somebody looks at the page. One page of the browser has the stream and tells the others; where
 * pages cannot share, each has its own.
 */
export function connect(page: Page): () => void {
  const ended = new AbortController()
  const name = crypto.randomUUID()
  let channel: BroadcastChannel | null = null
  let closeStream: (() => void) | null = null
  let asking: AbortController | null = null
  let release: (() => void) | null = null
  let hiding: ReturnType<typeof setTimeout> | undefined
  let unanswered: ReturnType<typeof setTimeout> | undefined

  let lastEventId: string | null = null
  /** Whether this page hears everything; if not, what it knows ends at `heardAt`. */
  let isCurrent = false
  let heardAt = performance.timeOrigin
  /**
   * What `kept` begins with: by the clock of this browser, and of the page's data by the server's,
   * if it is all since then.
   */
  let keptFrom = Date.now()
  let keptSince: number | null = page.since()
  let kept: { at: number; hint: Hint }[] = []

  const say = (said: Said) => channel?.postMessage(said)

  function hear(hint: Hint): void {
    heardAt = Date.now()
    kept.push({ at: heardAt, hint })
    if (kept.length > MOST_KEPT) {
      kept = kept.slice(-MOST_KEPT / 2)
      keptFrom = kept[0]?.at ?? heardAt
      keptSince = null
    }
    if (hint.type === 'ready') page.show('open')
    page.publish(hint)
    if (hint.type === 'signedOut' || hint.type === 'locked') end()
  }

  function lead(): void {
    clearTimeout(unanswered)
    say({ type: 'begin', id: lastEventId })
    isCurrent = true
    closeStream ??= openStream(lastEventId, page.since, {
      hint(hint) {
        say({ type: 'hint', hint })
        hear(hint)
      },
      id(id) {
        lastEventId = id
        heardAt = Date.now()
        say({ type: 'id', id })
      },
      closed: () => page.show('closed'),
      refused: end,
    })
  }

  function letGo(): void {
    clearTimeout(unanswered)
    asking?.abort()
    asking = null
    if (closeStream) {
      closeStream()
      closeStream = null
      page.show('closed')
    }
    release?.()
    release = null
  }

  function takePart(): void {
    if (ended.signal.aborted || page.isHidden()) return
    const locks = webLocks()
    if (locks) channel ??= open()
    if (!channel || !locks) return lead()
    if (!isCurrent) join()
    if (asking) return
    void wait(locks, false)
    if (!isCurrent) unanswered = setTimeout(() => void takeFromStopped(locks), ANSWERED_WITHIN)
  }

  /** Has the stream as soon as no other page has it, or takes it from one. */
  async function wait(locks: LockManager, steals: boolean): Promise<void> {
    const own = new AbortController()
    asking = own
    const turn = { wasGranted: false }
    try {
      await locks.request(NAME, steals ? { steal: true } : { signal: own.signal }, async () => {
        if (own.signal.aborted) return
        turn.wasGranted = true
        lead()
        await new Promise<void>((resolve) => (release = resolve))
      })
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof DOMException)) throw error
      letGo()
      // Taken by another page, which this one hears; or there are no locks here, in spite of the
      // name.
      if (turn.wasGranted) takePart()
      else lead()
    }
  }

  async function takeFromStopped(locks: LockManager): Promise<void> {
    if (closeStream) return
    letGo()
    await wait(locks, true)
  }

  function open(): BroadcastChannel | null {
    const opened = openChannel(NAME)
    opened?.addEventListener('message', ({ data }: MessageEvent<Said>) => take(data))
    return opened
  }

  function take(said: Said): void {
    if (said.type === 'join') {
      if (closeStream) answer(said)
    } else if (said.type === 'joined') {
      if (said.page === name && !isCurrent) joined(said)
    } else if (isCurrent && !closeStream) {
      // Of what came before a page is current, it hears in the answer.
      if (said.type === 'hint') hear(said.hint)
      else if (said.type === 'id') [lastEventId, heardAt] = [said.id, Date.now()]
      // Not from where this page is.
      else if (said.id !== lastEventId) reload()
    }
  }

  function join(): void {
    say({
      type: 'join',
      page: name,
      from: heardAt,
      since: kept.length === 0 && lastEventId === null ? page.since() : null,
    })
  }

  function answer(asked: Extract<Said, { type: 'join' }>): void {
    const knowsAll =
      asked.since === null ? keptFrom <= asked.from : keptSince !== null && keptSince <= asked.since
    const hints = kept
      .filter(({ at, hint }) => at >= asked.from && hint.type !== 'ready' && hint.type !== 'typing')
      .map(({ hint }) => hint)
    say({ type: 'joined', page: asked.page, id: lastEventId, hints: knowsAll ? hints : null })
    // Whoever looks at a page has the stream.
    if (page.isHidden()) letGo()
  }

  function joined({ id, hints }: Extract<Said, { type: 'joined' }>): void {
    clearTimeout(unanswered)
    isCurrent = true
    lastEventId = id
    heardAt = Date.now()
    page.show('open')
    if (hints) for (const hint of hints) hear(hint)
    else reload()
  }

  function reload(): void {
    kept = []
    keptFrom = Date.now()
    keptSince = null
    hear({ type: 'reload' })
  }

  function onVisibilityChange(): void {
    clearTimeout(hiding)
    if (page.isHidden()) hiding = setTimeout(rest, HIDDEN_FOR)
    else takePart()
  }

  // An open connection, a channel or a lock keeps a page out of the back/forward cache.
  function rest(): void {
    clearTimeout(hiding)
    letGo()
    isCurrent = false
    channel?.close()
    channel = null
  }

  function end(): void {
    ended.abort()
    rest()
  }

  const { signal } = ended
  page.on('visibilitychange', onVisibilityChange, { signal })
  page.on('pagehide', rest, { signal })
  page.on('pageshow', (event) => (event as PageTransitionEvent).persisted && takePart(), { signal })
  takePart()
  return end
}
