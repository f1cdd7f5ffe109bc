import { brandById, brands } from './registry.ts'
import type { Brand } from './site.ts'

/** The result of `getStaticPaths` for pages under `brand/[site]`: one file for each brand. */
export function sitePaths(): Array<{ params: { site: string } }> {
  return brands.map(({ id }) => ({ params: { site: id } }))
}

/** The brand of a prerendered page: the host's in development, else the path's. */
export function prerenderedBrand(page: { locals: { brand?: Brand }; params: Record<string, string | undefined> }): Brand {
  const brand = page.locals.brand ?? brandById(page.params['site'] ?? '')
  if (!brand) throw new Error(`no brand ${page.params['site']}`)
  return brand
}
