import { beforeAll, expect, test } from 'vitest'
import { FOR_GOOD } from '#money/checkout/partner/access.sql.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { renderer, withRenderer } from '#tests/support/rendered.ts'

/** A partner that checks ages sells nothing; what one sells for good has no last day. */

withApp()
withRenderer()
let Dan: CastMember
beforeAll(async () => {
  Dan = await joins(app, { brand: 'adultcrush', username: 'Dan' })
})

async function someone(brand: string, username: string, { hasAccess = false } = {}) {
  const who = await joins(app, { brand, username })
  const at = app.clock.now()
  if (hasAccess)
    await app.db
      .insertInto('partner_access')
      .values({
        account_id: who.id,
        brand,
        reference: username,
        created_at: at,
        granted_at: at,
        until: FOR_GOOD,
      })
      .execute()
  return who
}

/** What a page of theirs says: without tags, and without what its islands are given. */
async function reads(who: CastMember, path: string, file: string, params = {}): Promise<string> {
  const answer = await app.frontDoor(
    new Request(`http://${who.host}${path}`, {
      headers: { Host: who.host, Cookie: `session=${who.cookies.get('session')}` },
    }),
    '203.0.113.7',
    renderer.shows({ file, params }),
  )
  const [, main = ''] = /<main[\s\S]*?>([\s\S]*)<\/main>/.exec(await answer.text()) ?? []
  const html = main.replaceAll('<!-- -->', '')
  return html.replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}
const upgrade = (who: CastMember) => reads(who, '/billing/upgrade', 'billing/upgrade.astro')
const settings = (who: CastMember, screen: string) =>
  reads(who, `/profile/edit/settings?screen=${screen}`, 'profile/edit/settings.astro')

test.each([
  ['meetwives', 'a free age check'],
  ['xmeeting', 'unlimited access'],
  ['adultcrush', 'an upgrade'],
])('writing on %s takes %s', async (brand, takes) => {
  const who = await someone(brand, `Asks${brand.length}`)
  const profile = await reads(who, `/profile/view/id/${Dan.id}`, 'profile/view/id/[id].astro', {
    id: String(Dan.id),
  })
  expect(profile).toContain(`To write to members you need ${takes}.`)
  expect(await reads(who, '/messages', 'messages.astro')).toContain(
    `Writing to several members at once takes ${takes}.`,
  )
})

test('a free age check is not bought, and there is nothing to cancel or to lose', async () => {
  const who = await someone('meetwives', 'Mona', { hasAccess: true })
  expect(await upgrade(who)).toMatch(/Your age is checked: everything on .* is open to you/)
  for (const page of [
    await upgrade(who),
    await settings(who, 'contracts'),
    await settings(who, 'leaving'),
  ])
    expect(page).not.toMatch(/bought from our partner|cancel it|sold by our partner|paid until/)
})

test('sold by a partner, access is cancelled here, and has no end that is lost', async () => {
  const who = await someone('xmeeting', 'Xenia', { hasAccess: true })
  expect(await upgrade(who)).toMatch(/You have it: everything on .* cancel it here/)
  expect(await settings(who, 'contracts')).toContain('is sold by our partner')
  const leaving = await settings(who, 'leaving')
  expect(leaving).toContain('What you have bought from our partner you end there.')
  expect(leaving).not.toMatch(/paid until|9999/)
})
