import { bodyOf, type ContentKind } from '#content/kinds.ts'
import { textLocationOf } from '#content/source.ts'

export function textAt(path: string): {
  kind: ContentKind
  site: string
  name: string
  body: ReturnType<typeof bodyOf>
} {
  const [folder, whose = 'all'] = path.split('/')
  const place = path.endsWith('/')
    ? ({ kind: folder === 'promo' ? 'promo' : 'help', site: whose, name: '' } as const)
    : textLocationOf(path)
  const { kind, site, name } =
    typeof place === 'string' ? ({ kind: 'help', site: 'all', name: '' } as const) : place
  return { kind, site, name, body: bodyOf(kind, name) }
}
