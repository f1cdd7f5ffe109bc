import { canonicalAddress } from '../sites/crawlers.ts'
import type { Brand } from '../sites/site.ts'

/** A schema.org object as JSON-LD. */
export type StructuredObject = { '@type': string; [property: string]: unknown }

/** For the landing: the site and its owner. */
export function siteAndOwner(brand: Brand): StructuredObject[] {
  const { name, legal } = brand
  const home = canonicalAddress(brand, '/')
  const owner = { '@id': `${home}#owner` }
  return [
    {
      '@type': 'WebSite',
      '@id': `${home}#site`,
      name,
      url: home,
      inLanguage: 'en',
      description: brand.seo.description,
      publisher: owner,
    },
    {
      '@type': 'Organization',
      ...owner,
      name,
      legalName: legal.companyName,
      url: home,
      logo: canonicalAddress(brand, `/${brand.id}-512.png`),
      address: {
        '@type': 'PostalAddress',
        streetAddress: legal.companyAddress,
        addressCountry: legal.companyCountry,
      },
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        email: legal.supportEmail,
      },
    },
  ]
}

/** Breadcrumbs of pages below the landing; each step is a title and a path. */
export function breadcrumbs(
  brand: Brand,
  steps: ReadonlyArray<readonly [title: string, path: string]>,
): StructuredObject {
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

/** FAQ data of help pages: questions with the answers that the page shows, as HTML. */
export function answeredQuestions(
  questions: ReadonlyArray<{ title: string; html: string }>,
): StructuredObject {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, html }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: html },
    })),
  }
}
