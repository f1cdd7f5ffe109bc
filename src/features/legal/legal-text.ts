import { escapeHtml } from '../../lib/html.ts'
import type { Brand } from '../../sites/site.ts'
import { TERMS_VERSION } from '../accounts/terms.ts'
import { countryName } from '../profiles/countries.ts'

type Document = { frontmatter: { title: string }; compiledContent(): Promise<string> }

const documents = import.meta.glob<Document>('../../content/legal/*.md', { eager: true })

/** The legal pages, by the last part of their path under `/site/`. */
export const legalNames = ['about', 'terms', 'privacy', 'cookiePolicy', '2257Notice', 'tos'] as const
export type LegalName = (typeof legalNames)[number]

/** A legal text as HTML, with the brand's own words where the text has `{{placeholders}}`. */
export async function legalText(name: LegalName, brand: Brand): Promise<{ title: string; html: string }> {
  const document = documents[`../../content/legal/${name}.md`]
  if (!document) throw new Error(`no legal text ${name}`)
  const words = brandWords(brand)
  // In the address of a link, Markdown has encoded the braces.
  const html = (await document.compiledContent()).replaceAll(/(?:\{\{|%7B%7B)(\w+)(?:\}\}|%7D%7D)/g, (_, placeholder: string) => {
    const word = words[placeholder]
    if (word === undefined) throw new Error(`${name}.md asks for {{${placeholder}}}, which no brand has`)
    return escapeHtml(word)
  })
  return { title: document.frontmatter.title, html }
}

function brandWords({ name, copy, legal, billing, flags }: Brand): Record<string, string> {
  return {
    name,
    lead: copy.lead,
    companyName: legal.companyName,
    companyAddress: legal.companyAddress,
    companyCountry: countryName(legal.companyCountry),
    custodian: legal.custodian,
    supportEmail: legal.supportEmail,
    version: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(TERMS_VERSION)),
    billing: billingWords[billing.model],
    advertising: flags.showAds
      ? 'Advertisements are marked as such. An advertiser learns your address only if you have agreed to that in your settings.'
      : 'There are no advertisements here, and no scripts of other companies.',
  }
}

const billingWords: Record<Brand['billing']['model'], string> = {
  subscription: 'Writing first, and reading all of what you receive, needs a membership.',
  credits: 'Reading is free. What you send costs credits, which you buy beforehand and which expire on the day that is shown with them.',
  partner: 'Writing first, and reading all of what you receive, is unlocked by our partner, who tells you beforehand if it costs anything.',
}
