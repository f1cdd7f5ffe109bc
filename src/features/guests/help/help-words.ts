export const LONGEST_QUERY = 200

export function foundInWords(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query}”.`
  return count === 1 ? 'One answer found.' : `${count} answers found.`
}

export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(a|code|em|strong)\b[^<>]*>/g, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function openingOf(html: string, most = 140): string {
  const text = plainText(html)
  if (text.length <= most) return text
  return `${text.slice(0, text.lastIndexOf(' ', most)).replace(/[\s,;:.–-]+$/, '')} …`
}

const signs: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}
