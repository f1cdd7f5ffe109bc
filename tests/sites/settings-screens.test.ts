import { expect, test } from 'vitest'
import {
  sectionsFor,
  settingsGroups,
  settingsPage,
  type SettingsSectionId,
  settingsScreens,
} from '#sites/settings-screens.ts'
import { filesIn, readText } from '../architecture/sources.ts'

const sections = settingsScreens.flatMap((screen) => screen.sections)

test('the index of the settings has four groups and at most twelve rows', () => {
  expect(settingsGroups.map(({ label }) => label)).toEqual([
    'Account',
    'Privacy',
    'Being told',
    'Records',
  ])
  expect(settingsScreens.length).toBeLessThanOrEqual(12)
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
})

/** Dialogs of a screen, by their fragments. */
const dialogs: Readonly<Record<string, SettingsSectionId>> = {
  'update-password': 'account',
  'email-change': 'account',
  passkey: 'passkeys',
  // With a number behind it.
  'ticket-': 'tickets',
}

test('every link to a section of the settings leads to the screen that has it', () => {
  // Those of legal texts, whose wording stays, lead on from the index.
  const files = filesIn('src').filter((path) => !path.startsWith('src/content/legal'))
  const links = files.flatMap((path) =>
    [
      ...readText(path).matchAll(
        /\/profile\/edit\/settings(?:\?screen=([\w-]+))?(?:&saved=[\w-]+)?#([\w-]+)/g,
      ),
    ].map(([link, screen, fragment = '']) => ({ path, link, screen, fragment })),
  )
  expect(links.length).toBeGreaterThan(30)
  const wrong = links.filter(({ screen, fragment }) => {
    const page = settingsPage((dialogs[fragment] ?? fragment) as SettingsSectionId)
    return !page.startsWith(`/profile/edit/settings?screen=${screen}#`)
  })
  expect(wrong).toEqual([])
})

test.each([
  ['pass', ['account', 'passkeys', 'passed-members']],
  ['  Online ', ['visibility']],
  ['delete ACCOUNT', ['leaving']],
  ['gdpr', ['copy']],
  ['sign out everywhere', ['sessions']],
  ['.*', []],
])('who looks for “%s” finds %j', (find, ids) => {
  expect(sectionsFor(find).map(({ section }) => section.id)).toEqual(ids)
})
