import { decodeHTML } from 'entities'

const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
/** What is between their tags is not shown. */
const HIDDEN = new Set(['head', 'script', 'style', 'template', 'title'])
const TAG = /<(\/?)([a-z][a-z0-9]{0,20})/iy

/**
 * What a mail program shows of HTML, as lines; of a quote they begin with “>”, as in a text. One
 * pass: each letter is looked at a few times at most, whatever stands around it.
 */
export function wordsOfHtml(html: string): string {
  const lines: string[] = []
  let line = ''
  let quotes = 0
  let kept = 0

  const endLine = () => {
    const words = kept > 0 ? line : line.replaceAll(/ {2,}/g, ' ').trim()
    lines.push(`${quotes > 0 ? '> ' : ''}${words}`.trimEnd())
    line = ''
  }
  const write = (text: string) => {
    const [first = '', ...more] =
      kept > 0 ? decodeHTML(text).split(/\r\n|\r|\n/) : [decodeHTML(text).replaceAll(/\s+/g, ' ')]
    line += first
    for (const next of more) {
      endLine()
      line = next
    }
  }

  let close = -2
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at)
    write(html.slice(at, open === -1 ? html.length : open))
    if (open === -1) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      at = end === -1 ? html.length : end + 3
      continue
    }
    TAG.lastIndex = open
    const [, slash = '', named = ''] = TAG.exec(html) ?? []
    if (close !== -1 && close <= open) close = html.indexOf('>', open)
    if (
      close === -1 ||
      (named === '' && !html.startsWith('<!', open) && !html.startsWith('<?', open))
    ) {
      write('&lt;')
      at = open + 1
      // A tag that never ends, and all that stands behind it, is text.
      if (close !== -1) continue
      write(html.slice(at).replaceAll('<', '&lt;'))
      break
    }
    at = close + 1
    const name = named.toLowerCase()
    const isEnd = slash !== ''
    if (HIDDEN.has(name) && !isEnd) {
      const ending = new RegExp(`</${name}`, 'gi')
      ending.lastIndex = at
      at = ending.exec(html)?.index ?? html.length
    }
    if (name === 'br') endLine()
    if (!BLOCKS.has(name)) continue
    if (line.trim() !== '') endLine()
    else line = ''
    if (name === 'p' && isEnd) endLine()
    if (name === 'blockquote') quotes = Math.max(0, quotes + (isEnd ? -1 : 1))
    if (name === 'pre') kept = Math.max(0, kept + (isEnd ? -1 : 1))
  }
  if (line.trim() !== '') endLine()
  return lines.join('\n')
}
