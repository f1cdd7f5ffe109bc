import { brandById, brands } from './registry.ts'
import type { Brand } from './site.ts'

/** For `getStaticPaths` of a page under `brand/[site]`: one file a brand. */
export function sitePaths(): Array<{ params: { site: string } }> {
  return brands.map(({ id }) => ({ params: { site: id } }))
}

/** The brand of such a page: the host's where it is made on demand (development), else the path's. */
export function prerenderedBrand(page: { locals: { brand?: Brand }; params: Record<string, string | undefined> }): Brand {
  const brand = page.locals.brand ?? brandById(page.params['site'] ?? '')
  if (!brand) throw new Error(`no brand ${page.params['site']}`)
  return brand
}
