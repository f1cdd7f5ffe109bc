import { type ChildProcess, fork } from 'node:child_process'
import { MINUTE } from './clock.ts'

/**
 * `full`: too much waits before it; `late`: it took longer than it may; `ended`: its process ended,
 * for want of memory mostly.
 */
export class WorkerError extends Error {
  override name = 'WorkerError'
  readonly why: 'full' | 'late' | 'ended'

  constructor(why: WorkerError['why']) {
    super(`work in a worker process came to nothing: ${why}`)
    this.why = why
  }
}

type Worker<Asked, Answer> = {
  /** Throws WorkerError, and what the work itself throws. */
  run(asked: Asked): Promise<Answer>
}

type WorkerLimits = {
  /** Milliseconds that a piece of work may take, from when the process turns to it. */
  mostTime: number
  /** How many pieces of work may wait for their turn. */
  mostWaiting: number
  /** Of the heap; buffers are not in it, and are bounded by what is asked. */
  memoryMb: number
}

/** A process that does not start in this time has failed, on a busy machine too. */
const START_LIMIT = MINUTE
/** Each has 50 to 100 MB, also while it has nothing to do. */
const IDLE_LIMIT = MINUTE

type Said<Answer> = 'ready' | { id: number; answer: Answer } | { id: number; error: unknown }
type Work<Asked, Answer> = {
  id: number
  asked: Asked
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** One that loops would outlive the server, which it hears of only between two pieces of work. */
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/**
 * A process beside the server for what reads strangers' bytes, started for the first work: V8
 * aborts the whole process where a thread asks for more memory than its heap has. It may read files
 * alone.
 */
export function openWorker<Asked, Answer>(
  file: URL,
  { mostTime, mostWaiting, memoryMb }: WorkerLimits,
): Worker<Asked, Answer> {
  const waiting: Array<Work<Asked, Answer>> = []
  let current: Work<Asked, Answer> | null = null
  let worker: { child: ChildProcess; isReady: boolean } | null = null
  let timer: NodeJS.Timeout | undefined
  let lastId = 0

  function begin(): void {
    const next = waiting[0]
    if (current !== null || next === undefined) return
    const { child, isReady } = (worker ??= start())
    child.ref()
    child.channel?.ref()
    if (!isReady) return
    waiting.shift()
    current = next
    limit(mostTime, () => giveUp('late'))
    try {
      // What cannot be sent is followed by the end of the process.
      child.send({ id: next.id, asked: next.asked }, () => undefined)
    } catch (error) {
      end().reject(error)
    }
  }

  function limit(time: number, act: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(act, time)
  }

  /**
   * Ends the process. What waited for its start is refused: it would not start the next time
   * either.
   */
  function giveUp(why: WorkerError['why']): void {
    worker?.child.kill('SIGKILL')
    worker = null
    clearTimeout(timer)
    if (current !== null) end().reject(new WorkerError(why))
    else for (const { reject } of waiting.splice(0)) reject(new WorkerError(why))
  }

  /** Takes what is worked on off the process, which is free then. */
  function end(): Work<Asked, Answer> {
    clearTimeout(timer)
    const ended = current as Work<Asked, Answer>
    current = null
    if (waiting.length === 0) rest()
    queueMicrotask(begin)
    return ended
  }

  /** Idle, it does not keep the server. */
  function rest(): void {
    worker?.child.unref()
    worker?.child.channel?.unref()
    limit(IDLE_LIMIT, () => giveUp('ended'))
    timer?.unref()
  }

  function start(): NonNullable<typeof worker> {
    const child = fork(file, {
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        '--permission',
        '--allow-fs-read=*',
        '--allow-addons',
      ],
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const started = { child, isReady: false }
    children.add(child)
    limit(START_LIMIT, () => giveUp('late'))
    child.on('message', (said: Said<Answer>) => {
      if (worker !== started) return
      if (said === 'ready') {
        clearTimeout(timer)
        started.isReady = true
        begin()
      } else if (said.id === current?.id) {
        if ('error' in said) end().reject(said.error)
        else end().resolve(said.answer)
      }
    })
    const gone = () => {
      children.delete(child)
      if (worker !== started) return
      // An idle one that ends has broken no work.
      if (current === null && started.isReady) worker = null
      else giveUp('ended')
    }
    child.on('exit', gone)
    // One that cannot be started has no exit.
    child.on('error', () => child.pid ?? gone())
    return started
  }

  return {
    run: (asked) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= mostWaiting) {
          reject(new WorkerError('full'))
          return
        }
        waiting.push({ id: (lastId += 1), asked, resolve, reject })
        begin()
      }),
  }
}

/** In the worker process: answers what it is asked. */
export function answerAsWorker<Asked, Answer>(
  work: (asked: Asked) => Answer | Promise<Answer>,
): void {
  process.on('message', ({ id, asked }: { id: number; asked: Asked }) => {
    void Promise.resolve()
      .then(() => work(asked))
      .then(
        (answer) => process.send?.({ id, answer }),
        (error: unknown) => process.send?.({ id, error }),
      )
  })
  process.send?.('ready')
}
