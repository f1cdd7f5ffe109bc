import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requestReset } from '#core/accounts/reset/reset.contract.ts'
import { resetRequestJob } from '#core/accounts/reset/reset.server.ts'
import { DAY } from '#lib/clock.ts'
import { brands } from '#sites/registry.ts'
import { app, runJob, withApp } from '../support/app.ts'
import { eve, joins } from '../support/cast.ts'
import { mailsTo } from '../support/mail.ts'

/** What password managers, browsers and researchers ask for at fixed addresses. */

withApp()

describe.each(brands.map((brand) => [brand.id, brand] as const))('%s', (id, brand) => {
  test('leads a password manager to the form for members, and guests to the reset', async () => {
    const answers = [
      app.visitor(id),
      await joins(app, { brand: id, username: `Alice-${id}`.slice(0, 20) }),
    ].map(async (who) => {
      const answer = await who.visit('/.well-known/change-password')
      return [answer.status, answer.headers.get('Location')]
    })
    expect(await Promise.all(answers)).toEqual([
      [302, '/resetPassword/makeRequest'],
      [302, '/profile/edit/settings?screen=account#update-password'],
    ])
  })

  test('says whom to write to about its security, and until when that holds', async () => {
    const answer = await app.visitor(id).visit('/.well-known/security.txt')
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    const text = await answer.text()
    expect(text).toContain(`Contact: mailto:${brand.legal.supportEmail}\n`)
    expect(text).toContain(`Canonical: https://www.${brand.domain}/.well-known/security.txt\n`)
    const left = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '') - app.clock.now().getTime()
    expect([left > 90 * DAY, left < 365 * DAY]).toEqual([true, true])
  })

  test('says where passkeys are made and managed', async () => {
    const answer = await app.visitor(id).visit('/.well-known/passkey-endpoints')
    const page = `http://www.${id}.localhost:4321/profile/edit/settings?screen=sign-in#passkeys`
    expect([answer.status, answer.headers.get('Content-Type'), await answer.json()]).toEqual([
      200,
      'application/json',
      { enroll: page, manage: page },
    ])
  })

  test('has an icon where browsers look for one', async () => {
    const answer = await app.visitor(id).visit('/favicon.ico')
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, `/${id}-192.png`])
    expect(existsSync(`public/${id}-192.png`)).toBe(true)
  })
})

test('the address for changing a password leads staff, who have no settings, to the reset, which is open to them', async () => {
  const staff = await eve(app)
  const answer = await staff.visit('/.well-known/change-password')
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    302,
    '/resetPassword/makeRequest',
  ])
  expect((await staff.visit('/resetPassword/makeRequest')).status).toBe(200)
  expect(await staff.calls(requestReset, { body: { email: 'eve@example.org' } })).toEqual({
    ok: true,
  })
  await runJob(app, resetRequestJob)
  expect((await mailsTo(app, 'eve@example.org')).map(({ kind }) => kind)).toEqual(['reset'])
})

test('no other address of that kind is there, and none on the hosts without pages', async () => {
  const alice = app.visitor('adultcrush')
  expect(
    (
      await alice.visit(
        '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
      )
    ).status,
  ).toBe(404)
  expect((await alice.visit('/.well-known/security.txt', { method: 'POST' })).status).not.toBe(200)
  expect((await alice.request('/.well-known/security.txt')).status).toBe(404)
})
