import MarkdownIt from 'markdown-it'

/** Disables raw HTML and restricts links to http, mail and paths, so that editors cannot insert script. */
const markdown = new MarkdownIt({ html: false, linkify: false })

markdown.renderer.rules['heading_open'] = (tokens, index) => {
  const words = (tokens[index + 1]?.content ?? '').toLowerCase()
  const id = words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  return `<${tokens[index]?.tag ?? 'h2'} id="${id}">`
}
// A wide table scrolls in its own container, which keyboards can focus.
markdown.renderer.rules['table_open'] = () => '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>'
markdown.renderer.rules['table_close'] = () => '</table></div>'

export function toHtml(source: string): string {
  return markdown.render(source)
}
