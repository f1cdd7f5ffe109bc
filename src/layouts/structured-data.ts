import { canonicalAddress } from '../sites/crawlers.ts'
import type { Brand } from '../sites/site.ts'

/** An object of schema.org, as JSON-LD. */
export type StructuredObject = { '@type': string; [property: string]: unknown }

/** For the landing: the site, and the company that it belongs to. */
export function siteAndOwner(brand: Brand): StructuredObject[] {
  const { name, legal } = brand
  const home = canonicalAddress(brand, '/')
  const owner = { '@id': `${home}#owner` }
  return [
    { '@type': 'WebSite', '@id': `${home}#site`, name, url: home, inLanguage: 'en', description: brand.seo.description, publisher: owner },
    {
      '@type': 'Organization',
      ...owner,
      name,
      legalName: legal.companyName,
      url: home,
      logo: canonicalAddress(brand, `/${brand.id}-512.png`),
      address: { '@type': 'PostalAddress', streetAddress: legal.companyAddress, addressCountry: legal.companyCountry },
      contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: legal.supportEmail },
    },
  ]
}

/** For pages below the landing: the way there, each step a title and a path. */
export function breadcrumbs(brand: Brand, steps: ReadonlyArray<readonly [title: string, path: string]>): StructuredObject {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [[brand.name, '/'] as const, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: canonicalAddress(brand, path),
    })),
  }
}

/** For help: questions with the answers that the same page shows, as HTML. */
export function answeredQuestions(questions: ReadonlyArray<{ title: string; html: string }>): StructuredObject {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, html }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: html },
    })),
  }
}
