import { parentPort, Worker } from 'node:worker_threads'
import { MINUTE } from './clock.ts'

/** `full`: too much waits before it; `late`: it took longer than it may; `ended`: its thread ended, for want of memory mostly. */
export class ThreadError extends Error {
  override name = 'ThreadError'
  readonly why: 'full' | 'late' | 'ended'

  constructor(why: ThreadError['why']) {
    super(`work in a thread came to nothing: ${why}`)
    this.why = why
  }
}

type Thread<Asked, Answer> = {
  /** `passedOn` is given to the thread instead of copied. Throws ThreadError, and what the work itself throws. */
  run(asked: Asked, passedOn?: readonly ArrayBuffer[]): Promise<Answer>
}

type ThreadLimits = {
  /** Milliseconds that a piece of work may take, from when the thread turns to it. */
  mostTime: number
  /** How many pieces of work may wait for their turn. */
  mostWaiting: number
  /** Of the heap; buffers are not in it, and are bounded by what is asked. */
  memoryMb: number
}

/** A thread that does not start in this time has failed, on a busy machine too. */
const START_LIMIT = MINUTE

type Said<Answer> = 'ready' | { id: number; answer: Answer } | { id: number; error: unknown }
type Work<Asked, Answer> = {
  id: number
  asked: Asked
  passedOn: readonly ArrayBuffer[]
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * A thread beside the server's for what decodes or parses strangers' bytes, one after the other. `file` calls
 * `answerInThread`. It is started for the first work, ended with the work that breaks it or is late, and then started
 * anew. What it writes to its console leads nowhere. Idle, it does not keep the process.
 */
export function openThread<Asked, Answer>(file: URL, { mostTime, mostWaiting, memoryMb }: ThreadLimits): Thread<Asked, Answer> {
  const waiting: Array<Work<Asked, Answer>> = []
  let current: Work<Asked, Answer> | null = null
  let thread: { worker: Worker; isReady: boolean } | null = null
  let timer: NodeJS.Timeout | undefined
  let lastId = 0

  function begin(): void {
    const next = waiting[0]
    if (current !== null || next === undefined) return
    const { worker, isReady } = (thread ??= start())
    worker.ref()
    if (!isReady) return
    waiting.shift()
    current = next
    limit(worker, mostTime)
    try {
      worker.postMessage({ id: next.id, asked: next.asked }, [...next.passedOn])
    } catch (error) {
      end().reject(error)
    }
  }

  function limit(worker: Worker, time: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      void worker.terminate()
      giveUp('late')
    }, time)
  }

  /** Leaves the thread to its end. What waited for its start is refused: it would not start the next time either. */
  function giveUp(why: ThreadError['why']): void {
    thread = null
    clearTimeout(timer)
    if (current !== null) end().reject(new ThreadError(why))
    else for (const { reject } of waiting.splice(0)) reject(new ThreadError(why))
  }

  /** Takes what is worked on off the thread, which is free then. */
  function end(): Work<Asked, Answer> {
    clearTimeout(timer)
    const ended = current as Work<Asked, Answer>
    current = null
    if (waiting.length === 0) thread?.worker.unref()
    queueMicrotask(begin)
    return ended
  }

  function start(): NonNullable<typeof thread> {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: Math.ceil(memoryMb / 4) }
    const worker = new Worker(file, { resourceLimits, execArgv: [] })
    const started = { worker, isReady: false }
    limit(worker, START_LIMIT)
    worker.on('message', (said: Said<Answer>) => {
      if (thread !== started) return
      if (said === 'ready') {
        clearTimeout(timer)
        started.isReady = true
        begin()
      } else if (said.id === current?.id) {
        if ('error' in said) end().reject(said.error)
        else end().resolve(said.answer)
      }
    })
    // The exit that follows is what counts.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (thread !== started) return
      // An idle one that ends has broken no work.
      if (current === null && started.isReady) thread = null
      else giveUp('ended')
    })
    return started
  }

  return {
    run: (asked, passedOn = []) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= mostWaiting) {
          reject(new ThreadError('full'))
          return
        }
        waiting.push({ id: (lastId += 1), asked, passedOn, resolve, reject })
        begin()
      }),
  }
}

/** In the thread: answers what it is asked. */
export function answerInThread<Asked, Answer>(work: (asked: Asked) => Answer | Promise<Answer>): void {
  // Here, since streams of the thread that are read beside the server keep the process.
  if (parentPort) for (const stream of [process.stdout, process.stderr]) stream.write = () => true
  parentPort?.on('message', ({ id, asked }: { id: number; asked: Asked }) => {
    void Promise.resolve()
      .then(() => work(asked))
      .then(
        (answer) => parentPort?.postMessage({ id, answer }),
        (error: unknown) => parentPort?.postMessage({ id, error }),
      )
  })
  parentPort?.postMessage('ready')
}
