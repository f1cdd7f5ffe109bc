import { brands } from '../sites/registry.ts'
import { readSources } from './files.server.ts'
import { type Library, readLibrary, requireLibrary } from './library.ts'
import { type Source, TextError, type TextProblem } from './source.ts'

/** What was published over the file of a path; null where the text was taken away. */
export type Change = { path: string; text: string | null }

/** The texts as they are now: those that the product came with, and over them those published since. */
export type Texts = {
  library(): Library
  /** The files as they are now, published ones in place of those they replace. */
  sources(): readonly Source[]
  /** The files that the product came with. */
  shipped(): readonly Source[]
  /** How the texts would be with these changes as well, and what would be wrong with them. Nobody sees them. */
  trying(changes: readonly Change[]): { library: Library; problems: TextProblem[] }
  /**
   * Puts these in place of what was published before. A text that is wrong by now, perhaps because a newer
   * product asks more of it, is left out and its problems are answered, once: a site never stops for a text.
   */
  publish(published: readonly Change[]): TextProblem[]
}

/** Opens the texts of a directory, the product's own unless said. `rereads` is for development, where an edited file shows at once. */
export function openTexts(directory = import.meta.dirname, { rereads = false } = {}): Texts {
  let shipped = readSources(directory)
  let asked: readonly Change[] = []
  let published: readonly Change[] = []
  let library = requireLibrary(shipped, brands)

  return {
    library() {
      if (rereads) {
        shipped = readSources(directory)
        library = requireLibrary(over(shipped, published), brands)
      }
      return library
    },
    sources: () => over(shipped, published),
    shipped: () => shipped,
    trying: (changes) => readLibrary(over(over(shipped, published), changes), brands),
    publish(wanted) {
      const before = new Map(asked.map((change) => [change.path, change]))
      // The same object as before where nothing changed: what was read of it is known, and its pages stay.
      const changes = wanted.map((change) => (before.get(change.path)?.text === change.text ? (before.get(change.path) ?? change) : change))
      if (changes.length === asked.length && changes.every((change) => before.get(change.path) === change)) return []
      const sound = soundPart(shipped, changes)
      asked = changes
      published = sound.published
      library = sound.library
      return sound.problems
    },
  }
}

/** The changes that can be put over these files, all but those that are wrong. */
function soundPart(shipped: readonly Source[], changes: readonly Change[]) {
  const problems: TextProblem[] = []
  let published = changes
  for (;;) {
    const whole = readLibrary(over(shipped, published), brands)
    if (whole.problems.length === 0) return { published, library: whole.library, problems }
    problems.push(...whole.problems)
    const rest = withoutWrong(published, whole.problems)
    if (rest.length === published.length) throw new TextError(whole.problems)
    published = rest
  }
}

function withoutWrong(changes: readonly Change[], problems: readonly TextProblem[]): readonly Change[] {
  const wrong = new Set(problems.map(({ path }) => path))
  const rest = changes.filter(({ path }) => !wrong.has(path))
  if (rest.length < changes.length) return rest
  // A brand lacks a text because one that it shared was taken away.
  const lacking = new Set([...wrong].map(nameIn))
  return changes.filter(({ path, text }) => text !== null || !lacking.has(nameIn(path)))
}

/** `legal/wivesnow/terms.md` -> `legal terms.md`. */
function nameIn(path: string): string {
  const [kind = '', , file = ''] = path.split('/')
  return `${kind} ${file}`
}

/** Files with changes over those of the same path. */
export function over(files: readonly Source[], changes: readonly Change[]): Source[] {
  const byPath = new Map<string, Change>(files.map((file) => [file.path, file]))
  for (const change of changes) byPath.set(change.path, change)
  return [...byPath.values()].filter(isSource).toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function isSource(change: Change): change is Source {
  return change.text !== null
}
