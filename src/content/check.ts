import type { Brand } from '../sites/site.ts'
import { type HelpMatter, type ContentKind, isCampaign, type LegalMatter } from './kinds.ts'
import { type ParsedSource, parseSource, type Source } from './source.ts'

/**
 * The source of a brand's text: `own`, its own file; `shared`, the file for all; `stale`, its own
 * is older than the shared one; `missing`; `none`, a question that does not apply to the brand, or
 * another brand's campaign.
 */
export type Coverage = 'own' | 'shared' | 'stale' | 'missing' | 'none'
export type CheckRow = { kind: ContentKind; name: string; coverage: Coverage[]; review: string }

export function checkTexts(sources: readonly Source[], brands: readonly Brand[]): CheckRow[] {
  const files = new Map<string, ParsedSource>()
  for (const each of sources) {
    const { source } = parseSource(each)
    if (source) files.set(source.path, source)
  }
  const names = new Map(
    [...files.values()].map(({ kind, name }) => [`${kind} ${name}`, { kind, name }]),
  )
  return [...names.values()].map(({ kind, name }) => {
    const common = files.get(`${kind}/all/${name}.md`)
    const coverage = brands.map((brand) =>
      coverageOf(common, files.get(`${kind}/${brand.id}/${name}.md`), brand, { kind, name }),
    )
    return {
      kind,
      name,
      coverage,
      review: common && kind === 'legal' ? (common.matter as LegalMatter).review : '',
    }
  })
}

function coverageOf(
  common: ParsedSource | undefined,
  own: ParsedSource | undefined,
  brand: Brand,
  wanted: Pick<ParsedSource, 'kind' | 'name'>,
): Coverage {
  const file = own ?? common
  if (!file) return isCampaign(wanted) ? 'none' : 'missing'
  if (
    file.kind === 'help' &&
    (file.matter as HelpMatter).billing?.includes(brand.billing.model) === false
  )
    return 'none'
  if (!own) return 'shared'
  return common && file.kind === 'legal' && versionOf(own) < versionOf(common) ? 'stale' : 'own'
}

const versionOf = ({ matter }: ParsedSource): string => (matter as LegalMatter).version
