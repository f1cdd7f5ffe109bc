import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { agesAround } from '#core/people/first-messages/wishes.ts'
import { screenFor } from '#members/onboarding/screens.ts'
import {
  introduction,
  justRegistered,
  saveIntroduction,
  uploadStep,
} from '#members/onboarding/steps.contract.ts'
import { flagsOf, hasFullAccess, nextStep, steps, stepsAfter } from '#members/onboarding/steps.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { uploadPhoto } from '#members/photos/own/photos.contract.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'
import { aPhoto, photoRows, storedFiles } from '#tests/support/photos.ts'

withApp()
let alice: CastMember
let named = 0
beforeEach(async () => {
  alice = await newcomer('adultcrush')
})

const newcomer = (brand: string, open: readonly string[] = stepsAfter.register) =>
  joins(app, { brand, username: `New${(named += 1)}`, steps: open })
const seeWelcome = (who: CastMember) => who.calls(justRegistered)
const takeStepTwo = (who: CastMember, fields: Record<string, string | Blob>) => {
  const form = new FormData()
  form.set('rules', PHOTO_RULES)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return who.calls(uploadStep, { form })
}
const profileOf = (who: CastMember) =>
  app.db
    .selectFrom('profiles')
    .select(['about', 'headline', 'has_photo'])
    .where('account_id', '=', who.id)
    .executeTakeFirstOrThrow()
const credits = (who: CastMember) => balanceOf(app.db, who.id, app.clock.now())

test.each([
  [[], null, true],
  [['justRegistered', 'uploadPhoto'], 'justRegistered', false],
  [['oneClick', 'uploadPhoto'], 'uploadPhoto', false],
  [['affiliateOneClick3', 'affiliateOneClick2'], 'affiliateOneClick2', false],
  [['oneClick'], 'oneClick', false],
] as const)('with %j open, the next step is %s and full access is %s', (open, next, full) => {
  expect(nextStep(open)).toBe(next)
  expect(hasFullAccess(open)).toBe(full)
})

test('each step sets its own flag of the user record, and no other', () => {
  for (const { step, flag } of steps) {
    const set = Object.entries(flagsOf([step])).filter(([, value]) => value)
    expect(set).toEqual([[flag, true]])
  }
})

test('a newcomer sees the welcome, writes a few words, adds a photo and has full access', async () => {
  expect(await seeWelcome(alice)).toMatchObject({
    flags: { justRegistered: false, showUploadPhotoDescriptionBox: true },
    nextStep: 'uploadPhoto',
  })
  const progress = await takeStepTwo(alice, {
    about: '  I bake and I dance.  ',
    headline: 'Hello there',
    photo: new File([await aPhoto()], 'me.jpg'),
  })
  expect(progress).toMatchObject({ nextStep: null, next: '/dashboard' })
  expect(Object.values(progress.flags)).not.toContain(true)
  expect(await profileOf(alice)).toEqual({
    about: 'I bake and I dance.',
    headline: 'Hello there',
    has_photo: true,
  })
})

test('words alone are enough, and an untouched file field is no photo', async () => {
  const progress = await takeStepTwo(alice, { about: 'No photo yet.', photo: new File([], '') })
  expect(progress.nextStep).toBeNull()
  expect(await profileOf(alice)).toMatchObject({ about: 'No photo yet.', has_photo: false })
})

test('words are kept before the last screen, where a newcomer goes on with them, and no longer after it', async () => {
  const said = () => alice.calls(introduction)
  const save = (body: { headline?: string; about: string }) =>
    alice.calls(saveIntroduction, { body })
  expect(await said()).toEqual({ headline: '', about: '' })
  for (const about of ['', '   ', '\u202e\u2066', 'x'.repeat(2001)])
    await expect(save({ about })).rejects.toMatchObject({ errors: [{ field: 'about' }] })
  expect(await save({ headline: 'Tea first', about: 'I bake \u202eand I dance.' })).toMatchObject({
    next: '/dashboard?screen=whom',
  })
  expect(await said()).toEqual({ headline: 'Tea first', about: 'I bake and I dance.' })
  expect((await seeWelcome(alice)).nextStep).toBe('uploadPhoto')

  await takeStepTwo(alice, { about: 'I bake.' })
  expect(await said()).toEqual({ headline: 'Tea first', about: 'I bake.' })
  await expect(save({ about: 'Too late' })).rejects.toMatchObject({ code: 'conflict' })
  expect(await said()).toMatchObject({ about: 'I bake.' })
})

test.each([
  ['register', null, false, 'photo'],
  ['register', 'words', false, 'words'],
  ['register', 'whom', false, 'photo'],
  ['register', 'where', false, 'photo'],
  ['register', 'nonsense', true, 'whom'],
  ['register', 'photo', true, 'photo'],
  ['affiliate', null, false, 'where'],
  ['affiliate', 'words', true, 'where'],
  ['oneClick', null, true, 'whom'],
] as const)(
  'after joining by %s, asked for %s with words %s: the screen %s',
  (way, asked, has, is) => {
    expect(screenFor(asked, stepsAfter[way], has)).toBe(is)
  },
)

test('an affiliate’s newcomer goes on where the boxes are left, and back to those before', () => {
  const left = stepsAfter.affiliate.filter((step) => step !== 'affiliateOneClick1')
  expect(screenFor(null, left, false)).toBe('name')
  expect(screenFor('where', left, false)).toBe('where')
  expect(screenFor('photo', left, true)).toBe('name')
  expect(screenFor('name', ['affiliateOneClick3'], false)).toBe('name')
  expect(screenFor(null, ['affiliateOneClick3'], false)).toBe('photo')
})

test('without script, going on from the photo adds what was chosen, or nothing', async () => {
  const goOn = async (photo: File) => {
    const form = new FormData()
    form.set('rules', PHOTO_RULES)
    form.set('photo', photo)
    const answer = await alice.visit('/registration/firstPhoto', {
      method: 'POST',
      headers: { Origin: `http://${alice.host}` },
      body: form,
    })
    return [answer.status, answer.headers.get('Location')]
  }
  expect(await goOn(new File([], ''))).toEqual([303, '/dashboard?screen=words'])
  expect(await photoRows(app, alice.id)).toHaveLength(0)
  expect(await goOn(new File([await aPhoto()], 'me.jpg'))).toEqual([303, '/dashboard?screen=words'])
  expect(await photoRows(app, alice.id)).toHaveLength(1)
  expect((await goOn(new File(['<svg/>'], 'me.svg')))[0]).toBe(422)
})

test('a first photo that the form and the page’s script both send is one', async () => {
  const key = crypto.randomUUID()
  const fields = (photo: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('rules', PHOTO_RULES)
    form.set('photo', new File([photo], 'me.jpg'))
    return form
  }
  const posted = (photo: Uint8Array<ArrayBuffer>) => {
    const body = fields(photo)
    body.set('key', key)
    const headers = { Origin: `http://${alice.host}` }
    return alice.visit('/registration/firstPhoto', { method: 'POST', headers, body })
  }
  const photo = await aPhoto()
  await Promise.all([
    posted(photo),
    alice.calls(uploadPhoto, { form: fields(photo) }, { idempotencyKey: key }),
  ])
  expect(await photoRows(app, alice.id)).toHaveLength(1)
  // Another one chosen on the same page, as after Back.
  expect((await posted(await aPhoto({ colour: '#2255aa' }))).status).toBe(303)
  expect(await photoRows(app, alice.id)).toHaveLength(2)
})

test('step 2 asks for words', async () => {
  await expect(takeStepTwo(alice, { about: '   ' })).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ field: 'about', message: 'Please fill this in.' }],
  })
  await expect(takeStepTwo(alice, { about: 'x'.repeat(2001) })).rejects.toMatchObject({
    code: 'invalid',
  })
})

test('with a file that is no photo, nothing is saved and the step stays open', async () => {
  const before = await storedFiles(app)
  await expect(
    takeStepTwo(alice, { about: 'Hello', photo: new File(['<svg/>'], 'me.svg') }),
  ).rejects.toMatchObject({
    errors: [{ field: 'photo' }],
  })
  expect(await profileOf(alice)).toMatchObject({ about: '' })
  expect(await photoRows(app, alice.id)).toEqual([])
  expect(await storedFiles(app)).toEqual(before)
  expect((await seeWelcome(alice)).nextStep).toBe('uploadPhoto')
})

test('when the credits cannot be given, neither words nor photo nor step are kept', async () => {
  const before = await storedFiles(app)
  const bob = await newcomer('wivesnow')
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
    app.db,
  )
  await sql`create trigger refuse before insert on credit_lots execute function refuse()`.execute(
    app.db,
  )
  await expect(
    takeStepTwo(bob, { about: 'Hello', photo: new File([await aPhoto()], 'me.jpg') }),
  ).rejects.toMatchObject({ code: 'internal' })
  await sql`drop trigger refuse on credit_lots`.execute(app.db)
  await sql`drop function refuse()`.execute(app.db)
  expect(await profileOf(bob)).toMatchObject({ about: '', has_photo: false })
  expect(await storedFiles(app)).toEqual(before)
  expect((await seeWelcome(bob)).nextStep).toBe('uploadPhoto')
})

test('a credits brand gives its welcome credits when the last step is done, once', async () => {
  const bob = await newcomer('wivesnow')
  await seeWelcome(bob)
  expect(await credits(bob)).toBe(0)
  await Promise.all([takeStepTwo(bob, { about: 'Hello' }), takeStepTwo(bob, { about: 'Hello' })])
  await takeStepTwo(bob, { about: 'Hello again' })
  expect(await credits(bob)).toBe(5)
})

test('other brands give no credits', async () => {
  await takeStepTwo(alice, { about: 'Hello' })
  expect(await credits(alice)).toBe(0)
})

test('step 2 leaves an affiliate’s boxes open', async () => {
  const carol = await newcomer('adultcrush', stepsAfter.affiliate)
  expect(await takeStepTwo(carol, { about: 'Hello' })).toMatchObject({
    nextStep: 'affiliateOneClick1',
    flags: {
      affiliateOneClickBox: true,
      affiliateOneClickBoxStep2: true,
      affiliateOneClickBoxStep3: true,
    },
  })
})

test('without script, the form leads on to the dashboard', async () => {
  const form = new FormData()
  form.set('about', 'Typed without script')
  form.set('photo', new File([], ''))
  const response = await alice.visit('/registration/uploadStep', {
    method: 'POST',
    headers: { Origin: `http://${alice.host}` },
    body: form,
  })
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/dashboard'])
  expect(await profileOf(alice)).toMatchObject({ about: 'Typed without script' })
})

test('a guest takes no steps', async () => {
  const guest = app.visitor('adultcrush')
  await expect(guest.calls(justRegistered)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('whom a newcomer would like to meet is asked with the ages around their own, and kept for lists and search', async () => {
  const who = await newcomer('adultcrush')
  const wished = () =>
    app.db
      .selectFrom('profiles')
      .select(['wished_age_from', 'wished_age_to', 'wished_km'])
      .where('account_id', '=', who.id)
      .executeTakeFirstOrThrow()
  for (const [fields, field] of [
    [{ ageFrom: '17' }, 'ageFrom'],
    [{ ageTo: 'old' }, 'ageTo'],
    [{ ageFrom: '40', ageTo: '30' }, 'ageTo'],
    [{ distance: '7' }, 'distance'],
  ] as const) {
    await expect(takeStepTwo(who, { about: 'I read.', ...fields })).rejects.toMatchObject({
      code: 'invalid',
      errors: [expect.objectContaining({ field })],
    })
  }
  expect(await wished()).toEqual({ wished_age_from: null, wished_age_to: null, wished_km: null })
  await takeStepTwo(who, { about: 'I read.', ageFrom: '30', ageTo: '40', distance: '50' })
  expect(await wished()).toEqual({ wished_age_from: 30, wished_age_to: 40, wished_km: 50 })

  const fits = await joins(app, { brand: 'adultcrush', username: 'Fits', birthday: '1991-05-05' })
  const younger = await joins(app, {
    brand: 'adultcrush',
    username: 'Younger',
    birthday: '2003-05-05',
  })
  app.clock.advance(1000)
  for (const path of [
    '/search/users',
    '/widget/onlineNow/page/1/count/24',
    '/widget/nearYou/page/1/count/24',
    '/widget/newMembers/page/1/count/24',
  ]) {
    const found = await (await who.request(path)).text()
    expect([path, found.includes(fits.username), found.includes(younger.username)]).toEqual([
      path,
      true,
      false,
    ])
  }
})

test.each([
  [18, { from: 18, to: 28 }],
  [34, { from: 24, to: 44 }],
  [95, { from: 85, to: 99 }],
])('at %i the first ages are %j', (age, ages) => {
  expect(agesAround(age)).toEqual(ages)
})

// Specification §3, showUpgradeAfterRegister.
test.each([
  ['truebootycall', '/billing/upgrade?upgradeSourceType=register'],
  ['adultcrush', '/dashboard'],
])('after the last step on %s, a newcomer goes on to %s, once', async (brand, next) => {
  const who = await newcomer(brand)
  await seeWelcome(who)
  expect(await takeStepTwo(who, { about: 'I bake and I dance.' })).toMatchObject({
    nextStep: null,
    next,
  })
  expect(await takeStepTwo(who, { about: 'I bake and I dance.' })).toMatchObject({
    nextStep: null,
    next: '/dashboard',
  })
})
