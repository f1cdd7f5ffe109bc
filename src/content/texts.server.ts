import { brands } from '../sites/registry.ts'
import { readSources } from './files.server.ts'
import { type Library, readLibrary, requireLibrary } from './library.ts'
import type { Source, TextProblem } from './source.ts'

/** The texts as they are now: those that the product came with, and over them those published since. */
export type Texts = {
  library(): Library
  /** The files as they are now, published ones in place of those they replace. */
  sources(): readonly Source[]
  /**
   * Puts these in place of what was published before. A text that is wrong by now, perhaps because a newer
   * product asks more of it, is left out and its problems are answered: a site never stops for a text.
   */
  publish(published: readonly Source[]): TextProblem[]
}

/** Opens the texts of a directory. `rereads` is for development, where an edited file shows at once. */
export function openTexts(directory: string, { rereads = false } = {}): Texts {
  let shipped = readSources(directory)
  let published: readonly Source[] = []
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
    publish(wanted) {
      const whole = readLibrary(over(shipped, wanted), brands)
      if (whole.problems.length === 0) {
        published = wanted
        library = whole.library
        return []
      }
      const good: Source[] = []
      for (const each of wanted) {
        if (readLibrary(over(shipped, [...good, each]), brands).problems.length === 0) good.push(each)
      }
      published = good
      library = requireLibrary(over(shipped, good), brands)
      return whole.problems
    },
  }
}

/** Files with others in place of those of the same path. */
export function over(files: readonly Source[], others: readonly Source[]): Source[] {
  const byPath = new Map([...files, ...others].map((file) => [file.path, file]))
  return [...byPath.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
