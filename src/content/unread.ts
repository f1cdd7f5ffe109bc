import type { LegalMatter } from './kinds.ts'
import { parseSource, type Source } from './source.ts'

/** Legal texts that counsel has not read, as `privacy` or, of one brand alone, `wivesnow/terms`. */
export function unreadTexts(sources: readonly Source[]): string[] {
  return sources.flatMap((each) => {
    const { source } = parseSource(each)
    if (source?.kind !== 'legal' || (source.matter as LegalMatter).review !== 'pending') return []
    const [, scope = 'all'] = source.path.split('/')
    return [scope === 'all' ? source.name : `${scope}/${source.name}`]
  })
}
