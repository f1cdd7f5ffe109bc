import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policies, type Policy, policyOf } from '#staff/decisions/decisions.ts'
import { refusalReasons } from '#staff/decisions/statements/refusal-reasons.ts'

/**
 * A member reads on which rule a decision rests, and where that stands: the rule says what the
 * reason says, and the terms say what the rule says. A photo was refused for violence by a rule
 * about addresses and advertising.
 */

const terms = readFileSync(
  join(import.meta.dirname, '../../../../src/content/legal/all/terms.md'),
  'utf8',
)
const sectionOf = (heading: string) =>
  new RegExp(`^## ${heading}\n([^]*?)(?=^## |(?![^]))`, 'm').exec(terms)?.[1] ?? ''

/**
 * What the rule says, and in which words the terms say it, under the heading that the rule names.
 */
const rules: Readonly<Record<Policy, [rule: string, ...terms: string[]] | null>> = {
  none: null,
  underage: ['Members are 18 or older', 'you are 18 or over'],
  harassment: [
    'threatens, insults, stalks or blackmails anybody, or incites hatred',
    'Do not threaten, insult, stalk, blackmail',
    'do not incite hatred',
  ],
  scam: [
    'deceives others, or asks them for money or gifts',
    'deceive anybody',
    'do not ask for money or gifts',
  ],
  spam: [
    'advertises, or sends the same words to many',
    'Do not advertise, and do not send the same words to many',
  ],
  sexualServices: [
    'offers or asks for sexual services for money',
    'Do not offer or ask for sexual services for money',
  ],
  impersonation: [
    'A profile is about the person who made it, and its photos show them',
    'Your profile is about you. A photo shows you',
  ],
  nudity: [
    'Photos that every member can see are free of nudity',
    'Photos that every member can see are free of nudity',
  ],
  photoRules: [
    'gives away no address or number, and advertises nothing',
    'gives away no address or number, advertises nothing',
  ],
  violentPhoto: ['shows no violence, weapons or drugs', 'shows no violence, weapons or drugs'],
  unfitPhoto: [
    'shows its owner, so that they can be recognised',
    'shows you, so that you can be recognised',
  ],
  depicted: ['people who have agreed to be shown here', 'people who have agreed to be shown here'],
  minorInPhoto: [
    'Nobody in a photo is under 18 or looks so',
    'Nobody in it is under 18 or looks so',
  ],
  copyright: ['Whoever adds a photo has the right to use it', 'You have the right to use it'],
  contactDetails: [
    'names, addresses or pictures of others, or numbers and links to elsewhere',
    'their names, addresses or pictures, nor numbers and links to elsewhere',
  ],
  // By law, which the facts name.
  intimateImage: null,
  illegal: null,
  evasion: ['gets round what protects the site', 'do not get round what protects the site'],
}

test.each(policies)('the rule “%s” says what the terms say where it points to', (policy) => {
  const { text, ground } = policyOf(policy)
  const row = rules[policy]
  if (row === null) return expect(policy === 'none' || ground.kind === 'law').toBe(true)
  const [rule, ...words] = row
  expect(text).toContain(rule)
  const section = ground.kind === 'terms' ? sectionOf(ground.section) : ''
  for (const one of words) expect(section).toContain(one)
})

/** From which words of its rule each sentence follows. */
const reasons: Readonly<
  Record<(typeof refusalReasons)[number]['value'], [policy: Policy, rule: string, sentence: string]>
> = {
  nobody: ['unfitPhoto', 'shows its owner', 'shows nobody'],
  others: [
    'depicted',
    'people who have agreed',
    'other people who can be recognised, and of whom we do not know whether they agree',
  ],
  young: ['minorInPhoto', 'under 18 or looks so', 'looks younger than 18'],
  stranger: ['impersonation', 'its photos show them', 'somebody else, drawn, or from elsewhere'],
  contact: [
    'photoRules',
    'gives away no address or number, and advertises nothing',
    'gives away an address or a number, or advertises something',
  ],
  nudity: ['nudity', 'free of nudity', 'more revealing than photos that everybody may see can be'],
  violence: ['violentPhoto', 'no violence, weapons or drugs', 'shows violence, weapons or drugs'],
  quality: ['unfitPhoto', 'can be recognised', 'Too little can be seen'],
  rules: ['photoRules', 'A photo', 'does not keep to our rules for photos'],
}

test.each(refusalReasons)(
  'the reason “$value” follows from its rule',
  ({ value, policy, sentence }) => {
    const [rule, words, said] = reasons[value]
    expect(policy).toBe(rule)
    expect(policyOf(policy).text).toContain(words)
    expect(sentence).toContain(said)
  },
)
