import { brandById, brands } from './registry.ts'
import type { Brand } from './site.ts'

export function sitePaths(): Array<{ params: { site: string } }> {
  return brands.map(({ id }) => ({ params: { site: id } }))
}

export function prerenderedBrand(page: {
  locals: { brand?: Brand }
  params: Record<string, string | undefined>
}): Brand {
  const brand = page.locals.brand ?? brandById(page.params['site'] ?? '')
  if (!brand) throw new Error(`no brand ${page.params['site']}`)
  return brand
}
