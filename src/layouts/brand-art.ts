import type { Brand } from '../sites/site.ts'

const logos = import.meta.glob<string>('../sites/*/logo.svg', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const art = import.meta.glob<string>('../sites/*/art.svg', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The brand's mark as inline SVG, which uses the theme's colours. */
export function logoOf({ id }: Brand): string {
  return found(logos, `../sites/${id}/logo.svg`)
}

export function artOf({ id }: Brand): string {
  return found(art, `../sites/${id}/art.svg`)
}

/** Both are decorative and hidden from screen readers. */
function found(files: Record<string, string>, path: string): string {
  const svg = files[path]
  if (svg === undefined) throw new Error(`no file ${path}`)
  return svg
    .trim()
    .replace('<svg ', '<svg aria-hidden="true" ')
    .replace(' xmlns="http://www.w3.org/2000/svg"', '')
}
