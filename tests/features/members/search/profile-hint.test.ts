import { beforeAll, expect, test } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { home } from '#members/search/home/home.contract.ts'
import { getProfileHint, hideProfileHint } from '#members/search/home/profile-hint.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, dan, views } from '#tests/support/cast.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'

/** What one's own profile does not say yet: a hint to the member alone, until they want none. */

withApp()
let Alice: CastMember
beforeAll(async () => {
  Alice = await alice(app)
})

const missing = async () => (await Alice.calls(getProfileHint)).missing
const atHome = async () => (await Alice.calls(home)).missing
const save = (body: Record<string, unknown>) => Alice.send('POST /profile/save', { body })

test('a member is told what their profile does not say, and nobody else is', async () => {
  expect(await missing()).toEqual(['photo', 'words', 'prompts', 'facts', 'wishes'])
  // A newcomer has first steps.
  expect(await atHome()).toEqual([])
  app.clock.advance(15 * DAY)
  expect(await atHome()).toEqual(['photo', 'words', 'prompts', 'facts', 'wishes'])
  await upload(Alice, await aPhoto())
  await save({ section: 'about', headline: '', about: 'I like the sea.' })
  expect(await missing()).toEqual(['prompts', 'facts', 'wishes'])
  const Dan = await dan(app)
  expect(JSON.stringify(await views(Dan, Alice))).not.toContain('missing')
  await save({ section: 'facts', relation: 'single' })
  await save({ section: 'wishes', lookingFor: ['man'], distance: 50 })
  expect([await missing(), await atHome()]).toEqual([['prompts'], ['prompts']])
  await save({ section: 'facts', relation: '' })
  expect(await atHome()).toEqual(['prompts', 'facts'])
})

test('whoever wants no hint gets none, on the dashboard and on their profile, and comes back to the page', async () => {
  expect(await missing()).toEqual(['prompts', 'facts'])
  const done = await Alice.visit('/profile/hideHint', {
    method: 'POST',
    body: new URLSearchParams({ back: `/profile/view/id/${Alice.id}` }),
    headers: { Origin: `http://${Alice.host}` },
  })
  expect([done.status, done.headers.get('Location')]).toEqual([303, `/profile/view/id/${Alice.id}`])
  expect([await missing(), await atHome()]).toEqual([[], []])
  expect(
    await Alice.calls(hideProfileHint, { body: { back: 'https://elsewhere.example/' } }),
  ).toMatchObject({
    next: '/dashboard',
  })
})
