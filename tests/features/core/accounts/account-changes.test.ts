import { beforeEach, expect, test } from 'vitest'
import { accountChangeJob } from '#core/accounts/changes/account-changes.server.ts'
import { changeLocation } from '#core/accounts/changes/change-location.contract.ts'
import { HOUR, MINUTE } from '#lib/clock.ts'
import { decryptMail } from '#mail/encryption.server.ts'
import { managePhoto, setPrimaryPhoto } from '#members/photos/own/photos.contract.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { becomesPremium, type CastMember, joins } from '#tests/support/cast.ts'
import { aPhoto, upload } from '#tests/support/photos.ts'

withApp({ PHOTO_REVIEW: 'auto' })
let Ann: CastMember
let number = 0
beforeEach(async () => {
  number += 1
  Ann = await joins(app, { brand: 'adultcrush', username: `Ann${number}` })
  await becomesPremium(app, Ann)
})

const moves = (place: string) => Ann.calls(changeLocation, { body: { country: 'GB', place } })
const runs = () => runJob(app, accountChangeJob)
/** Texts of the mails to her, oldest first. */
async function mails(): Promise<string[]> {
  const rows = await app.db
    .selectFrom('mails')
    .select(['text_body', 'recipient'])
    .where('kind', '=', 'accountChanged')
    .where('account_id', '=', Ann.id)
    .orderBy('id')
    .execute()
  return rows.map(({ text_body }) => decryptMail(text_body, app.services.settings.sessionSecret))
}

test('a change of place and of the main photo are told of together, an hour later, once', async () => {
  const first = await upload(Ann, await aPhoto())
  const second = await upload(Ann, await aPhoto({ colour: '#335577' }))
  await moves('London')
  await moves('Leeds')
  await Ann.calls(setPrimaryPhoto, { params: { id: second.id } })
  await Ann.calls(managePhoto, { body: { id: first.id, act: 'first' } })
  app.clock.advance(59 * MINUTE)
  await runs()
  expect(await mails()).toEqual([])
  app.clock.advance(MINUTE)
  await Promise.all([runs(), runs()])
  expect(await mails()).toEqual([
    expect.stringMatching('your place and your main photo were changed'),
  ])
})

test('somebody who changes much gets one mail a day, and each change is told of within a day', async () => {
  await moves('London')
  app.clock.advance(HOUR)
  await runs()
  for (const place of ['Leeds', 'London', 'York']) {
    app.clock.advance(MINUTE)
    await moves(place)
  }
  for (let hour = 1; hour <= 22; hour += 1) {
    app.clock.advance(HOUR)
    await runs()
  }
  expect(await mails()).toHaveLength(1)
  app.clock.advance(HOUR)
  await runs()
  expect(await mails()).toEqual([
    expect.stringMatching('your place was changed'),
    expect.stringMatching('your place was changed'),
  ])
})

test('the same place, a first photo and another one behind it are no changes', async () => {
  await moves('London')
  app.clock.advance(HOUR)
  await runs()
  await moves('London')
  await upload(Ann, await aPhoto())
  const second = await upload(Ann, await aPhoto({ colour: '#335577' }))
  await Ann.calls(managePhoto, { body: { id: second.id, act: 'delete' } })
  app.clock.advance(25 * HOUR)
  await runs()
  expect(await mails()).toHaveLength(1)
})
