import { setImmediate as nextTurn } from 'node:timers/promises'
import { SECOND } from '../lib/clock.ts'
import { openWorker, WorkerError } from '../lib/worker-processes.server.ts'
import { brands } from '../sites/registry.ts'
import { readSources } from './files.server.ts'
import { checkedLibrary, type Library, readLibrary, requireLibrary } from './library.ts'
import { keepReading, type TextReading } from './rendering.ts'
import { isParsed, type Source, TextError, type TextProblem } from './source.ts'

export type Change = { path: string; text: string | null }

/** The current texts: the files of the build, overridden by published ones. */
export type Texts = {
  library(): Library
  sources(): readonly Source[]
  shipped(): readonly Source[]
  /**
   * Renders what is not rendered yet, one brand after the other; others are answered between two.
   * After it, a check renders only what has changed: all texts take half a second.
   */
  render(): Promise<void>
  /**
   * Reads changes in a process beside the server's, before they are published: what takes too long
   * there is read here, since it was read before it was published.
   */
  prepare(changes: readonly Change[]): Promise<void>
  /**
   * The texts with further changes applied, and their problems; for a preview that is not
   * published. What people wrote is read in a process of its own, and for so long.
   */
  trying(changes: readonly Change[]): Promise<{ library: Library; problems: TextProblem[] }>
  /**
   * Replaces all published changes. Skips invalid ones (a newer release may require more) and
   * returns their problems, so that a text never stops a site.
   */
  publish(published: readonly Change[]): TextProblem[]
}

/** The longest text takes a tenth of it. */
const MOST_TIME = 5 * SECOND

const refusals: Record<WorkerError['why'], string> = {
  late: 'this takes too long to read; please write it more simply, or as several texts',
  ended: 'this takes too much to read; please write it more simply, or as several texts',
  full: 'many texts are being read right now; please save it once more',
}

/**
 * Opens the texts of a directory, by default the product's. `rereads` reads files each time, for
 * development; `isBuilt`: the build was made of them, which a text with a problem ends.
 */
export function openTexts(
  directory = import.meta.dirname,
  { rereads = false, isBuilt = false, mostTime = MOST_TIME } = {},
): Texts {
  const reader = openWorker<Source, TextReading>(
    new URL('text-worker.server.ts', import.meta.url),
    { mostTime, mostWaiting: 20, memoryMb: 256 },
  )
  let shipped = readSources(directory)
  let asked: readonly Change[] = []
  let published: readonly Change[] = []
  let library = isBuilt ? checkedLibrary(shipped) : requireLibrary(shipped, brands)

  /** The same text is the same object, which was read already. */
  const withKnown = (changes: readonly Change[]): Change[] => {
    const before = new Map(asked.map((change) => [change.path, change]))
    return changes.map((change) =>
      before.get(change.path)?.text === change.text ? (before.get(change.path) ?? change) : change,
    )
  }

  /** Reads changes beside the server; returns those that it did not read. */
  async function readAside(changes: readonly Change[]): Promise<TextProblem[]> {
    const failed: TextProblem[] = []
    for (const change of changes) {
      if (!isSource(change) || isParsed(change)) continue
      try {
        keepReading(change, await reader.run({ path: change.path, text: change.text }))
      } catch (error) {
        if (!(error instanceof WorkerError)) throw error
        failed.push({ path: change.path, line: 1, message: refusals[error.why] })
      }
    }
    return failed
  }

  async function render(): Promise<void> {
    for (const brand of brands) {
      readLibrary(applyChanges(shipped, published), [brand])
      await nextTurn()
    }
  }

  return {
    library() {
      if (rereads) {
        shipped = readSources(directory)
        library = requireLibrary(applyChanges(shipped, published), brands)
      }
      return library
    },
    sources: () => applyChanges(shipped, published),
    shipped: () => shipped,
    render,
    async prepare(changes) {
      await readAside(withKnown(changes))
    },
    async trying(wanted) {
      const changes = withKnown(wanted)
      const problems = await readAside(changes)
      if (problems.length > 0) return { library, problems }
      await render()
      return readLibrary(applyChanges(applyChanges(shipped, published), changes), brands)
    },
    publish(wanted) {
      const changes = withKnown(wanted)
      if (changes.length === asked.length && changes.every((change) => asked.includes(change)))
        return []
      const sound = applicableChanges(shipped, changes)
      asked = changes
      published = sound.published
      library = sound.library
      return sound.problems
    },
  }
}

function applicableChanges(shipped: readonly Source[], changes: readonly Change[]) {
  const problems: TextProblem[] = []
  let published = changes
  for (;;) {
    const whole = readLibrary(applyChanges(shipped, published), brands)
    if (whole.problems.length === 0) return { published, library: whole.library, problems }
    problems.push(...whole.problems)
    const rest = withoutInvalid(published, whole.problems)
    if (rest.length === published.length) throw new TextError(whole.problems)
    published = rest
  }
}

function withoutInvalid(
  changes: readonly Change[],
  problems: readonly TextProblem[],
): readonly Change[] {
  const wrong = new Set(problems.map(({ path }) => path))
  const rest = changes.filter(({ path }) => !wrong.has(path))
  if (rest.length < changes.length) return rest
  // A brand can lack a text because a shared one was removed.
  const lacking = new Set([...wrong].map(nameIn))
  return changes.filter(({ path, text }) => text !== null || !lacking.has(nameIn(path)))
}

function nameIn(path: string): string {
  const [kind = '', , file = ''] = path.split('/')
  return `${kind} ${file}`
}

export function applyChanges(files: readonly Source[], changes: readonly Change[]): Source[] {
  const byPath = new Map<string, Change>(files.map((file) => [file.path, file]))
  for (const change of changes) byPath.set(change.path, change)
  return [...byPath.values()].filter(isSource).toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function isSource(change: Change): change is Source {
  return change.text !== null
}
