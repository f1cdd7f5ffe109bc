/** The file of a font under src/styles/fonts, for a theme's family and style (`Petrona Variable`, `italic`). */
export function fontFile(family: string, style: 'normal' | 'italic'): string {
  return `${family
    .replace(/ Variable$/, '')
    .toLowerCase()
    .replaceAll(' ', '-')}-${style}.woff2`
}
