import { parseSource, type Source } from '../../content/source.ts'

/** What a text is called in a list: its own title, or the name of its file where it has none that can be read. */
export function titleOf(source: Source): string {
  const matter = parseSource(source).source?.matter as { title?: string; headline?: string } | undefined
  return matter?.title ?? matter?.headline ?? source.path.replace(/^.*\/|\.md$/g, '')
}

export const kindNames = { legal: 'Legal', help: 'Help', promo: 'Promotion' } as const
