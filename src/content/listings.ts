import { Document } from 'yaml'
import { brands } from '../sites/registry.ts'
import type { Brand } from '../sites/site.ts'
import type { ListingMatter } from './kinds.ts'
import type { ParsedSource, Source } from './source.ts'

/**
 * The words by which brands are found and shared, as their folders have them: a file, or a
 * published text, goes over them.
 */
export function withListings(files: readonly Source[]): Source[] {
  const named = new Set(files.map(({ path }) => path))
  return [...listings().filter(({ path }) => !named.has(path)), ...files].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  )
}

let written: readonly Source[] | undefined

/** The same objects each time, since what was parsed of a source is kept by it. */
function listings(): readonly Source[] {
  written ??= brands.map((brand) => ({
    path: `brand/${brand.id}/listing.md`,
    text: `---\n${new Document(listingOf(brand)).toString({ lineWidth: 0 })}---\n`,
  }))
  return written
}

function listingOf({ copy, seo }: Brand): ListingMatter {
  const { title, description, keywords, shareTitle, shareLine } = seo
  return {
    tagline: copy.tagline,
    seoTitle: title,
    seoDescription: description,
    seoKeywords: keywords,
    ...(shareTitle === undefined ? {} : { shareTitle }),
    ...(shareLine === undefined ? {} : { shareLine }),
  }
}

/** Of a brand with published words, the one that its folder has. */
const inFolder = new WeakMap<Brand, Brand>()
const published = new WeakMap<ParsedSource, WeakMap<Brand, Brand>>()

/**
 * A brand with the words of a text in the place of its folder's, which say what the text leaves
 * out. The same object as long as the text is, since renderings are kept by brand.
 */
export function publishedBrand(file: ParsedSource | null, given: Brand): Brand {
  const brand = inFolder.get(given) ?? given
  if (!file) return brand
  const ofFile = published.get(file) ?? new WeakMap<Brand, Brand>()
  published.set(file, ofFile)
  const known = ofFile.get(brand)
  if (known) return known
  const isFolders =
    file.lines.join('\n') === listings().find(({ path }) => path === file.path)?.text
  const made = isFolders ? brand : withListing(brand, file.matter as ListingMatter)
  ofFile.set(brand, made)
  if (made !== brand) inFolder.set(made, brand)
  return made
}

function withListing(brand: Brand, listing: ListingMatter): Brand {
  const words = { ...listingOf(brand), ...listing }
  return {
    ...brand,
    copy: { ...brand.copy, tagline: words.tagline ?? brand.copy.tagline },
    seo: {
      title: words.seoTitle ?? brand.seo.title,
      description: words.seoDescription ?? brand.seo.description,
      keywords: words.seoKeywords ?? brand.seo.keywords,
      shareTitle: words.shareTitle,
      shareLine: words.shareLine,
    },
  }
}
