/** The file of a face under src/styles/fonts, by the names that a theme gives: `Petrona Variable`, `italic`. */
export function fontFile(family: string, style: 'normal' | 'italic'): string {
  return `${family.replace(/ Variable$/, '').toLowerCase().replaceAll(' ', '-')}-${style}.woff2`
}
