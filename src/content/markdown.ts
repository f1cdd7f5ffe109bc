import MarkdownIt from 'markdown-it'

/**
 * Disables raw HTML and restricts links to http, mail and paths, so that editors cannot insert
 * script.
 */
const markdown = new MarkdownIt({ html: false, linkify: false })
// Two slashes begin another host, as does what browsers take for them.
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]|%5c))/i.test(url)

markdown.renderer.rules['heading_open'] = (tokens, index) => {
  const words = (tokens[index + 1]?.content ?? '').toLowerCase()
  const id = words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  return `<${tokens[index]?.tag ?? 'h2'} id="${id}">`
}
// A wide table scrolls in its own container, which keyboards can focus.
markdown.renderer.rules['table_open'] = () =>
  '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>'
markdown.renderer.rules['table_close'] = () => '</table></div>'
// No line breaks within a telephone number, which marketers write as it is printed. The brands'
// faces have no hyphen that does not break, so that its groups are apart by spaces alone.
markdown.renderer.rules['text'] = (tokens, index) => {
  const text = tokens[index]?.content ?? ''
  const isNumber = String(tokens[index - 1]?.attrGet('href') ?? '').startsWith('tel:')
  return markdown.utils.escapeHtml(isNumber ? text.replace(/[ -]/g, '\u00a0') : text)
}

/** `cells` of all its tables. */
export type Rendered = { html: string; cells: number }

export function rendered(source: string): Rendered {
  const tokens = markdown.parse(source, {})
  const cells = tokens.filter(({ type }) => type === 'td_open' || type === 'th_open').length
  return { html: markdown.renderer.render(tokens, markdown.options, {}), cells }
}
