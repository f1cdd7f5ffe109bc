export function fontFile(family: string, style: 'normal' | 'italic'): string {
  return `${family
    .replace(/ Variable$/, '')
    .toLowerCase()
    .replaceAll(' ', '-')}-${style}.woff2`
}
