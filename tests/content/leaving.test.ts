import { expect, test } from 'vitest'
import { handedIn } from '#api/feature.ts'
import { openTexts } from '#content/texts.server.ts'
import { DAYS_TO_COME_BACK } from '#core/accounts/come-back/come-back.ts'
import { pushServices } from '#core/notifications/push.ts'
import { features } from '#features.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { erasuresOf } from '#members/leaving/erasures.server.ts'
import { EVIDENCE_DAYS } from '#members/reports/evidence.ts'
import { brands } from '#sites/registry.ts'
import { appealUntil } from '#staff/decisions/statements/statements.ts'

/** What the privacy policy says about leaving is what the erasure and the job do. */

const library = openTexts().library()
const retentions = erasuresOf(features).flatMap((step) =>
  'retention' in step ? [step.retention] : [],
)

/** The rows of the table under "When you leave", as text. */
function rowsAfterLeaving(html: string): string[][] {
  const [, part = ''] = /id="when-you-leave"[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(html) ?? []
  return [...part.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
      cell.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ),
  )
}

test.each(brands.map((brand) => ({ name: brand.id, brand })))(
  '$name: the privacy policy lists what is kept, why and how long, and nothing else',
  ({ brand }) => {
    const said = rowsAfterLeaving(library.legal('privacy', brand).html).map((row) =>
      row.join(' | '),
    )
    const done = [
      ...new Set(retentions.map(({ what, why, howLong }) => [what, why, howLong].join(' | '))),
    ]
    expect(said.toSorted()).toEqual(done.toSorted())
  },
)

test.each(brands.map((brand) => ({ name: brand.id, brand })))(
  '$name: the privacy policy names the push services of browsers among those who see data',
  ({ brand }) => {
    const [, part = ''] =
      /id="who-else-sees-your-data"[\s\S]*?<ul>([\s\S]*?)<\/ul>/.exec(
        library.legal('privacy', brand).html,
      ) ?? []
    const said = part.split('<li>').find((item) => item.includes('push service')) ?? ''
    expect(pushServices.filter((maker) => !said.includes(maker))).toEqual([])
  },
)

/** The first and last cell of each row of the tables of what is kept, as text. */
function keptIn(html: string): Map<string, string> {
  const rows = [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell = '']) => cell),
  )
  return new Map(
    rows.filter(({ length }) => length === 4).map((cells) => [cells[0] ?? '', cells[3] ?? '']),
  )
}

test.each(brands.map((brand) => ({ name: brand.id, brand })))(
  '$name: the privacy policy says how long what goes by its age is kept, and requests for removal and hashes after fraud',
  ({ brand }) => {
    const kept = keptIn(library.legal('privacy', brand).html)
    expect(handedIn(features, 'aging').length).toBeGreaterThan(1)
    for (const { what, howLong } of handedIn(features, 'aging'))
      expect([what, kept.get(what)]).toEqual([what, howLong])
    const after = erasuresOf(features).flatMap((step) =>
      step.onErasure === 'kept' && ['removals', 'fraud_identities'].includes(step.table)
        ? [step.retention]
        : [],
    )
    expect(after).toHaveLength(2)
    for (const { what, howLong } of after)
      expect(kept.get(what)?.replace('until it is decided, and ', '')).toBe(howLong)
  },
)

test('a period in words is the period of the job', () => {
  const numbers: Record<string, number> = { one: 1, three: 3, ten: 10 }
  for (const { howLong, days } of [...retentions, ...handedIn(features, 'aging')]) {
    const [, number = '', unit = ''] = /^(\w+) (years?|days?)\b/.exec(howLong) ?? []
    const inDays = unit.startsWith('day')
      ? (numbers[number] ?? Number(number))
      : (numbers[number] ?? Number.NaN) * 365.25
    expect([howLong, unit === '' ? null : inDays]).toEqual([howLong, days])
  }
})

test('the privacy policy says for how many days what we removed can be given back', () => {
  for (const brand of brands) {
    const { html } = library.legal('privacy', brand)
    for (const words of [
      'texts of yours that we removed, for',
      'one that we removed, for',
      'one that we refused, for',
    ])
      expect(html).toContain(`${words} ${EVIDENCE_DAYS} days`)
  }
})

test('the privacy policy and the help page say for how long a report keeps what it shows: longer than one can object', () => {
  const at = new Date('2026-03-01T12:00:00Z')
  expect(later(at, EVIDENCE_DAYS * DAY) > appealUntil(at)).toBe(true)
  for (const brand of brands) {
    expect(library.legal('privacy', brand).html).toContain(
      `its photos, for ${EVIDENCE_DAYS} days after the decision`,
    )
    expect(library.help(brand).find(({ id }) => id === 'report')?.html).toContain(
      `It is deleted ${EVIDENCE_DAYS} days after the decision`,
    )
  }
})

test('the texts name as many days to come back as there are', () => {
  expect(DAYS_TO_COME_BACK).toBe(14)
  for (const brand of brands) {
    for (const name of ['privacy', 'terms', 'tos'] as const)
      expect(library.legal(name, brand).html).toContain('ourteen days')
  }
})

test('no text sends people to support for what has a button', () => {
  for (const brand of brands) {
    const help = library.help(brand)
    const html = (id: string) => help.find((question) => question.id === id)?.html ?? ''
    expect(html('delete-account')).toContain('/profile/edit/settings?screen=leaving#leaving')
    expect(html('take-a-break')).toContain('/profile/edit/settings?screen=shown-to#shown-to')
    expect(html('copy-of-my-data')).toContain('/profile/edit/settings?screen=leaving#copy')
  }
})
