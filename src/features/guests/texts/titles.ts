import { parseSource, type Source } from '../../../content/source.ts'

export function titleOf(source: Source): string {
  const matter = parseSource(source).source?.matter as
    | { title?: string; headline?: string }
    | undefined
  return matter?.title ?? matter?.headline ?? source.path.replace(/^.*\/|\.md$/g, '')
}

export const kindNames = { legal: 'Legal', help: 'Help', promo: 'Promotion' } as const
