import type { Library } from '#content/library.ts'
import { conditions, knownPlaceholders, wordFor } from '#content/words.ts'
import { brandById, brands } from '#sites/registry.ts'

/**
 * Placeholders and conditions that a text may use, and what each is on the brand, or on all of
 * them.
 */
export type TextWords = {
  words: Array<{ code: string; says: string }>
  parts: Array<{ code: string; where: string }>
}

export function textWords(site: string, version: string, texts: Library): TextWords {
  const brand = brandById(site)
  const shownVersion = Number.isNaN(Date.parse(version)) ? null : version
  const words = knownPlaceholders.map((name) => {
    const found = (brand ? [brand] : brands).flatMap((one) => {
      const word = wordFor(name, texts.asPublished(one), shownVersion)
      return word === null
        ? []
        : [{ on: one.name, says: 'text' in word ? word.text : 'the table of cookies' }]
    })
    const [first] = found
    const says = !first
      ? 'nothing here'
      : brand || found.length === brands.length
        ? first.says
        : `${first.says}, on ${found.map(({ on }) => on).join(', ')} alone`
    return { code: `{{${name}}}`, says }
  })
  const parts = Object.entries(conditions).map(([word, holds]) => {
    const shown = brands.filter(holds)
    const where = brand
      ? holds(brand)
        ? `shown on ${brand.name}`
        : `not shown on ${brand.name}`
      : shown.length === 0
        ? 'shown nowhere now'
        : shown.map(({ name }) => name).join(', ')
    return { code: `::: ${word}`, where }
  })
  return { words, parts }
}
