import { campaignNameProblem } from '#content/campaigns.ts'

/** Who sent a visitor, by which campaign, and the sender's own word for the click. */
export type Codes = {
  affiliateId?: string | undefined
  subid?: string | undefined
  campaignId?: string | undefined
}

const tests: Record<keyof Codes, (word: string) => boolean> = {
  // No @, so that no address gets into it.
  subid: (word) => /^[\w.~:/+=-]{1,64}$/.test(word),
  // A number, or the name of a campaign's page.
  campaignId: (word) => /^\d{1,10}$/.test(word) || campaignNameProblem(word) === null,
  affiliateId: (word) => /^[\w.-]{1,64}$/.test(word),
}

const codeNames = Object.keys(tests) as ReadonlyArray<keyof Codes>

/**
 * What a link, a form or a cookie says of it. Whatever is none is left out, since the visitor cannot
 * correct it.
 */
export function codesIn(given: Readonly<Record<string, unknown>>): Codes {
  const codes: Codes = {}
  for (const name of codeNames) {
    const word = codeOf(name, given[name])
    if (word !== undefined) codes[name] = word
  }
  return codes
}

export function codeOf(name: keyof Codes, value: unknown): string | undefined {
  const word = name === 'campaignId' && typeof value === 'number' ? String(value) : value
  return typeof word === 'string' && tests[name](word) ? word : undefined
}
