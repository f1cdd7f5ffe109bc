import MarkdownIt from 'markdown-it'

/** Raw HTML stays text, and links lead to http, mail or a path: who edits a text cannot put script on a page. */
const markdown = new MarkdownIt({ html: false, linkify: false })

markdown.renderer.rules['heading_open'] = (tokens, index) => {
  const words = (tokens[index + 1]?.content ?? '').toLowerCase()
  const id = words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  return `<${tokens[index]?.tag ?? 'h2'} id="${id}">`
}
// A wide table scrolls by itself on a phone; whoever has no mouse can get to it.
markdown.renderer.rules['table_open'] = () => '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>'
markdown.renderer.rules['table_close'] = () => '</table></div>'

/** Markdown as HTML. Headings have ids made of their words. */
export function toHtml(source: string): string {
  return markdown.render(source)
}
