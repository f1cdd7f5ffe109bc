/**
 * Tells of each page whether it has elements that no page before it had: the rest differs in words
 * and addresses, of which rules for markup ask nothing but how they are written. Pictures, and what
 * is loaded beforehand, count apart.
 */
export function markupReader(): (html: string) => boolean {
  const known = new Set<string>()
  return (html) => {
    const markup = html
      .replaceAll(/<(style|script)([ >].*?)<\/\1>/gs, '<$1></$1>')
      .replaceAll(/<title>[^<]{1,70}</g, '<title>…<')
      .replaceAll(
        / (href|src|srcset|content|alt|placeholder|value|d|title|action|data-[\w-]+)="[^"&]+"/g,
        ' $1="…"',
      )
      .replaceAll(/(?<!<title)>[^<&]*[^<&\s][^<&]*</g, (text) =>
        /[ \t]$/m.test(text) ? text : '>…<',
      )
    const apart = /<svg .*?<\/svg>|<(?:link rel="preload"|meta name="(?:rating|keywords)") [^>]*>/gs
    const parts = [
      markup.replaceAll(apart, ''),
      ...[...markup.matchAll(apart)].map(([part]) => part),
    ]
    const isNew = parts.some((part) => !known.has(part))
    for (const part of parts) known.add(part)
    return isNew
  }
}
