import { bodyOf, type ContentKind } from '../../../content/kinds.ts'
import { textLocationOf } from '../../../content/source.ts'

export function textAt(path: string): {
  kind: ContentKind
  site: string
  name: string
  body: ReturnType<typeof bodyOf>
} {
  const place = path.endsWith('/')
    ? ({ kind: 'help', site: path.split('/')[1] ?? 'all', name: '' } as const)
    : textLocationOf(path)
  const { kind, site, name } =
    typeof place === 'string' ? ({ kind: 'help', site: 'all', name: '' } as const) : place
  return { kind, site, name, body: bodyOf(kind, name) }
}
