import type { Brand } from '../sites/site.ts'
import fonts from '../styles/fonts.css?inline'

const themes = import.meta.glob<string>('../sites/*/theme.css', {
  eager: true,
  query: '?inline',
  import: 'default',
})
const insides = import.meta.glob<string>('../sites/*/inside.css', {
  eager: true,
  query: '?inline',
  import: 'default',
})
const faces = fonts.split(/(?=@font-face)/).filter((part) => part.startsWith('@font-face'))

const made = new Map<string, string>()

/** As in CSS; `optional` leaves a font that comes late for the next page, so that nothing moves. */
export type FontDisplay = 'swap' | 'optional'

/** Returns the brand's tokens and @font-face rules, to be inlined into its pages. */
export function stylesOf({ id }: Brand, display: FontDisplay): string {
  const known = made.get(id + display)
  if (known !== undefined) return known
  const theme = themes[`../sites/${id}/theme.css`]
  if (theme === undefined) throw new Error(`${id} has no theme.css`)
  const own = faces.filter((face) => theme.includes(familyOf(face))).join('')
  const styles = own.replaceAll('font-display:swap', `font-display:${display}`) + theme
  made.set(id + display, styles)
  return styles
}

/** Returns the tokens that only members' pages need. */
export function insideStylesOf({ id }: Brand): string {
  const styles = insides[`../sites/${id}/inside.css`]
  if (styles === undefined) throw new Error(`${id} has no inside.css`)
  return styles
}

function familyOf(face: string): string {
  const name = /font-family:\s*(?:'([^']+)'|"([^"]+)"|([^;}'"]+))/
    .exec(face)
    ?.slice(1)
    .find(Boolean)
  if (name === undefined) throw new Error(`a face without a family: ${face}`)
  return name.trim()
}
