import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import {
  affiliateStepOne,
  affiliateStepThree,
  affiliateStepTwo,
  oneClickBox,
} from '#members/onboarding/boxes.contract.ts'
import { uploadStep } from '#members/onboarding/steps.contract.ts'
import { boxState, stepsAfter, type Way } from '#members/onboarding/steps.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import type { Gender } from '#sites/genders.ts'
import { app, setsProfile, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, joins, PASSWORD } from '#tests/support/cast.ts'
import { anAffiliateForm, signIn } from '#tests/support/joining.ts'
import { aPhoto, photoRows, storedFiles } from '#tests/support/photos.ts'

/**
 * The boxes that ask later what an affiliate's page and one click did not (specification §2,
 * modals; decisions §4).
 */

withApp()
let member: CastMember
let onlooker: CastMember
let named = 0
beforeAll(async () => {
  onlooker = await alice(app)
})
beforeEach(async () => {
  // Ten may sign in a minute and address.
  app.clock.advance(MINUTE)
  member = await joinedBy('affiliate')
})

/** Somebody who joined so, on a credits brand, and whom nobody sees yet. */
async function joinedBy(way: Way): Promise<CastMember> {
  const who = await joins(app, {
    brand: 'wivesnow',
    username: `member${String((named += 1)).padStart(10, '0')}`,
    steps: stepsAfter[way],
  })
  await setsProfile(app, who, { hidden_at: app.clock.now() })
  return who
}

const london = { country: 'GB', place: 'London' }
const boxOne = (
  who: CastMember,
  body: { country: string; place: string; placeId?: unknown } = london,
) => who.calls(affiliateStepOne, { body })
const boxTwo = (who: CastMember, username: string, lookingFor: Gender[] = ['woman']) =>
  who.calls(affiliateStepTwo, { body: { username, lookingFor } })
const boxThree = (who: CastMember, fields: Record<string, string | Blob> = { about: 'Hello' }) => {
  const form = new FormData()
  form.set('rules', PHOTO_RULES)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return who.calls(affiliateStepThree, { form })
}
type OneClick = {
  username: string
  password?: string
  about?: string
  country?: string
  place?: string
}
const oneBox = (
  who: CastMember,
  {
    username,
    password = 'a quiet evening in',
    about = 'Hello',
    country = 'GB',
    place = 'Leeds',
  }: OneClick,
) => who.calls(oneClickBox, { body: { username, password, about, country, place } })

const rowOf = (who: CastMember) =>
  app.db
    .selectFrom('accounts')
    .innerJoin('profiles', 'profiles.account_id', 'accounts.id')
    .selectAll()
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow()
const credits = (who: CastMember) => balanceOf(app.db, who.id, app.clock.now())
const isSeen = async (who: CastMember) =>
  (await onlooker.request(`/profile/view/id/${who.id}`)).status === 200
const nameFor = (who: CastMember) => `Name${who.id}`

describe('what a box is to somebody, by the steps they were asked to take:', () => {
  const asked = (...steps: string[]) =>
    steps.map((step) => ({ step: step.replace('*', ''), isOpen: step.endsWith('*') }))
  test.each([
    ['affiliateOneClick1', asked('justRegistered*', 'uploadPhoto*'), 'notAsked'],
    ['oneClick', asked(), 'notAsked'],
    [
      'affiliateOneClick1',
      asked('justRegistered*', 'affiliateOneClick1*', 'affiliateOneClick2*'),
      'open',
    ],
    ['affiliateOneClick2', asked('affiliateOneClick1*', 'affiliateOneClick2*'), 'tooEarly'],
    [
      'affiliateOneClick3',
      asked('affiliateOneClick1', 'affiliateOneClick2*', 'affiliateOneClick3*'),
      'tooEarly',
    ],
    [
      'affiliateOneClick1',
      asked('affiliateOneClick1', 'affiliateOneClick2', 'affiliateOneClick3*'),
      'open',
    ],
    [
      'affiliateOneClick3',
      asked('affiliateOneClick1', 'affiliateOneClick2', 'affiliateOneClick3'),
      'finished',
    ],
    ['oneClick', asked('justRegistered*', 'oneClick*'), 'open'],
  ] as const)('%s with %j: %s', (box, steps, state) => {
    expect(boxState(box, steps)).toBe(state)
  })
})

describe('an affiliate’s three boxes', () => {
  test('say place, name and words one after the other; with the last the member is seen and has full access', async () => {
    expect(await boxOne(member)).toMatchObject({
      nextStep: 'affiliateOneClick2',
      flags: {
        justRegistered: false,
        affiliateOneClickBox: false,
        affiliateOneClickBoxStep2: true,
        affiliateOneClickBoxStep3: true,
      },
    })
    expect(await boxTwo(member, nameFor(member), ['woman', 'couple', 'woman'])).toMatchObject({
      nextStep: 'affiliateOneClick3',
    })
    expect([await isSeen(member), await credits(member)]).toEqual([false, 0])
    expect(
      await boxThree(member, {
        about: '  I bake. ',
        headline: 'Hello there',
        photo: new File([await aPhoto()], 'me.jpg'),
      }),
    ).toMatchObject({
      nextStep: null,
      next: '/dashboard',
    })
    expect(await rowOf(member)).toMatchObject({
      username: nameFor(member),
      looking_for: ['woman', 'couple'],
      country: 'GB',
      place_name: 'London',
      about: 'I bake.',
      headline: 'Hello there',
      has_photo: true,
      hidden_at: null,
    })
    expect([await isSeen(member), await credits(member)]).toEqual([true, 5])
  })

  test('keep of the place its cell alone', async () => {
    await boxOne(member, { country: 'GB', place: 'Bath' })
    const { latitude, longitude } = await rowOf(member)
    expect([latitude, longitude]).not.toEqual([
      expect.closeTo(51.3751, 3),
      expect.closeTo(-2.36172, 3),
    ])
    expect(latitude).toBeCloseTo(51.3751, 1)
  })

  test('can be answered again, and differently, until the last', async () => {
    await boxOne(member)
    await boxTwo(member, nameFor(member))
    expect(await boxOne(member, { country: 'GB', place: 'Leeds' })).toMatchObject({
      nextStep: 'affiliateOneClick3',
    })
    expect(await boxTwo(member, `${nameFor(member)}b`)).toMatchObject({
      nextStep: 'affiliateOneClick3',
    })
    expect(await rowOf(member)).toMatchObject({
      place_name: 'Leeds',
      username: `${nameFor(member)}b`,
    })
  })

  test.each([
    ['the second before the first', () => boxTwo(member, nameFor(member))],
    ['the third before the first', () => boxThree(member)],
    [
      'the third before the second',
      async () => {
        await boxOne(member)
        return boxThree(member, { about: 'Hello', photo: new File([await aPhoto()], 'me.jpg') })
      },
    ],
  ])('refuse %s, and take nothing of it', async (_, answer) => {
    const files = await storedFiles(app)
    await expect(answer()).rejects.toMatchObject({
      code: 'conflict',
      message: 'Something else comes first. Your dashboard shows what.',
    })
    expect(await rowOf(member)).toMatchObject({ username: member.username, about: '' })
    expect([await photoRows(app, member.id), await storedFiles(app), await isSeen(member)]).toEqual(
      [[], files, false],
    )
  })

  test.each(['register', 'oneClick'] as const)('are not for who joined by %s', async (way) => {
    const other = await joinedBy(way)
    for (const answer of [
      () => boxOne(other),
      () => boxTwo(other, nameFor(other)),
      () => boxThree(other),
    ]) {
      await expect(answer()).rejects.toMatchObject({
        code: 'conflict',
        message: 'This is no part of how you joined. Your dashboard shows what is left to do.',
      })
    }
    expect(await rowOf(other)).toMatchObject({
      username: other.username,
      about: '',
      place_name: 'New York City',
    })
  })

  test('are not for members who finished otherwise, nor for guests', async () => {
    await expect(boxOne(onlooker)).rejects.toMatchObject({ code: 'conflict' })
    const guest = app.visitor('wivesnow') as CastMember
    for (const answer of [() => boxOne(guest), () => boxTwo(guest, 'Guest'), () => boxThree(guest)])
      await expect(answer()).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('said twice are said once: after the last, the same is no error, and something else is one', async () => {
    const photo = new File([await aPhoto()], 'me.jpg')
    await boxOne(member)
    await boxOne(member)
    await boxTwo(member, nameFor(member))
    await boxTwo(member, nameFor(member))
    await boxThree(member, { about: 'Hello', photo })
    const files = await storedFiles(app)
    for (const again of [
      boxOne(member),
      boxTwo(member, nameFor(member)),
      boxThree(member, { about: 'Hello', photo }),
    ])
      expect(await again).toMatchObject({ nextStep: null })
    const finished = {
      code: 'conflict',
      message: 'You have finished signing up. What you said can be changed in your profile.',
    }
    const others = [
      () => boxOne(member, { country: 'GB', place: 'Leeds' }),
      () => boxTwo(member, 'Somebody'),
      () => boxTwo(member, nameFor(member), ['man']),
      () => boxThree(member, { about: 'Something else' }),
    ]
    for (const other of others) {
      await expect(other()).rejects.toMatchObject(finished)
    }
    expect(await rowOf(member)).toMatchObject({
      place_name: 'London',
      username: nameFor(member),
      about: 'Hello',
    })
    expect([
      (await photoRows(app, member.id)).length,
      await storedFiles(app),
      await credits(member),
    ]).toEqual([1, files, 5])
  })

  test('answered twice at the same moment give their credits and keep their photo once', async () => {
    const photo = new File([await aPhoto()], 'me.jpg')
    await Promise.all([boxOne(member), boxOne(member)])
    await Promise.all([boxTwo(member, nameFor(member)), boxTwo(member, nameFor(member))])
    const answers = await Promise.all([1, 2].map(() => boxThree(member, { about: 'Hello', photo })))
    expect(answers.map(({ nextStep }) => nextStep)).toEqual([null, null])
    expect([await credits(member), (await photoRows(app, member.id)).length]).toEqual([5, 1])
  })

  test('that fail leave everything as it was', async () => {
    await boxOne(member)
    await boxTwo(member, nameFor(member))
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
      app.db,
    )
    await sql`create trigger refuse before insert on credit_lots execute function refuse()`.execute(
      app.db,
    )
    await expect(boxThree(member)).rejects.toMatchObject({ code: 'internal' })
    await sql`drop trigger refuse on credit_lots`.execute(app.db)
    await sql`drop function refuse()`.execute(app.db)
    expect([await rowOf(member), await isSeen(member)]).toMatchObject([{ about: '' }, false])
    expect(await boxThree(member)).toMatchObject({ nextStep: null })
  })

  test.each([
    ['/oneClick/affiliateStepOne', { country: 'GB', place: 'Atlantis' }, 'place'],
    ['/oneClick/affiliateStepOne', { country: 'DE', place: '', placeId: '2643743' }, 'place'],
    ['/oneClick/affiliateStepOne', { country: 'GB' }, 'place'],
    ['/oneClick/affiliateStepOne', { country: '', place: 'London' }, 'country'],
    ['/oneClick/affiliateStepTwo', { username: 'x', lookingFor: ['man'] }, 'username'],
    ['/oneClick/affiliateStepTwo', { username: 'Fiona', lookingFor: [] }, 'lookingFor'],
  ])('%s with %j says what is wrong with %s', async (path, body, field) => {
    const answer = await member.posts(path, body)
    const problem = (await answer.json()) as { errors: Array<{ field: string; message: string }> }
    expect([answer.status, problem.errors]).toEqual([
      422,
      [{ field, message: expect.stringMatching(/^[A-Z].*\.$/) }],
    ])
  })

  test('need words, but no photo', async () => {
    await boxOne(member)
    await boxTwo(member, nameFor(member))
    await expect(boxThree(member, { about: ' ' })).rejects.toMatchObject({
      errors: [{ field: 'about', message: 'Please fill this in.' }],
    })
    await expect(
      boxThree(member, { about: 'Hello', photo: new File(['<svg/>'], 'me.svg') }),
    ).rejects.toMatchObject({ errors: [{ field: 'photo' }] })
    expect(await isSeen(member)).toBe(false)
    expect(await boxThree(member, { about: 'Hello', photo: new File([], '') })).toMatchObject({
      nextStep: null,
    })
  })
})

describe('a name', () => {
  beforeEach(async () => {
    await boxOne(member)
  })

  test('that somebody has is refused with free ones, whatever its case', async () => {
    for (const username of ['Alice', 'ALICE']) {
      await expect(boxTwo(member, username)).rejects.toMatchObject({
        errors: [
          {
            field: 'username',
            message: `This username is taken. Free: ${username}2, ${username}3, ${username}4.`,
          },
        ],
      })
    }
    expect(await rowOf(member)).toMatchObject({ username: member.username })
  })

  test('that two want at the same moment is one’s, and the other is told', async () => {
    const other = await joinedBy('affiliate')
    await boxOne(other)
    const answers = await Promise.allSettled(
      [member, other].map((who) => boxTwo(who, `Wanted${member.id}`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        errors: [
          { field: 'username', message: expect.stringContaining('This username is taken.') },
        ],
      },
    })
    const names = [(await rowOf(member)).username, (await rowOf(other)).username]
    expect(names.filter((name) => name === `Wanted${member.id}`)).toHaveLength(1)
  })

  test('may change its case', async () => {
    for (const username of ['carpenter', 'Carpenter']) await boxTwo(member, username)
    expect(await rowOf(member)).toMatchObject({ username: 'Carpenter' })
  })

  test('may not be the password, whichever of the two is chosen first', async () => {
    const guest = app.visitor('wivesnow')
    await guest.posts(
      '/promo/affiliate',
      anAffiliateForm({ email: 'carpenter@example.org', password: 'carpenter-fan' }),
    )
    const newcomer = guest as CastMember
    await boxOne(newcomer)
    await expect(boxTwo(newcomer, 'carpenter-fan')).rejects.toMatchObject({
      errors: [
        { field: 'username', message: 'This is your password. Please choose another username.' },
      ],
    })
    const other = await joinedBy('oneClick')
    await expect(
      oneBox(other, { username: 'QuietEvening', password: 'my quietevening' }),
    ).rejects.toMatchObject({ errors: [{ field: 'password' }] })
  })

  test('is tried thirty times an hour', async () => {
    for (let n = 0; n < 29; n += 1)
      await expect(boxTwo(member, 'Alice')).rejects.toMatchObject({ code: 'invalid' })
    await boxTwo(member, nameFor(member))
    await expect(boxTwo(member, nameFor(member))).rejects.toMatchObject({ code: 'tooMany' })
  })
})

describe('the one-click box', () => {
  beforeEach(async () => {
    member = await joinedBy('oneClick')
  })

  test('asks for the rest at once; from then on the member is seen, has full access and can come back', async () => {
    expect(await oneBox(member, { username: nameFor(member), about: 'I bake.' })).toMatchObject({
      nextStep: null,
      flags: { showOneClickBox: false, justRegistered: false },
    })
    expect(await rowOf(member)).toMatchObject({
      username: nameFor(member),
      place_name: 'Leeds',
      about: 'I bake.',
      hidden_at: null,
    })
    expect([await isSeen(member), await credits(member)]).toEqual([true, 5])
    expect(
      (await signIn(app.visitor('wivesnow'), nameFor(member), 'a quiet evening in')).status,
    ).toBe(200)
    expect((await signIn(app.visitor('wivesnow'), nameFor(member), PASSWORD)).status).toBe(401)
  })

  test('signs out whoever else is in, and not who answers it', async () => {
    const elsewhere = app.visitor('wivesnow')
    await signIn(elsewhere, member.username, PASSWORD)
    await oneBox(member, { username: nameFor(member) })
    expect((await elsewhere.request('/site/getShowConfirmEmailData')).status).toBe(401)
    expect((await member.request('/site/getShowConfirmEmailData')).status).toBe(200)
  })

  test('answered twice at the same moment gives its credits once, and the second is no error', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => oneBox(member, { username: nameFor(member) })),
    )
    expect(answers.map(({ nextStep }) => nextStep)).toEqual([null, null, null])
    expect(await credits(member)).toBe(5)
  })

  test('is closed once it is answered: another password or name is not taken', async () => {
    await oneBox(member, { username: nameFor(member) })
    for (const other of [
      { username: nameFor(member), password: 'another long password' },
      { username: 'Somebody' },
    ]) {
      await expect(oneBox(member, other)).rejects.toMatchObject({
        code: 'conflict',
        message: 'You have finished signing up. What you said can be changed in your profile.',
      })
    }
    expect(
      (await signIn(app.visitor('wivesnow'), nameFor(member), 'a quiet evening in')).status,
    ).toBe(200)
  })

  test.each(['register', 'affiliate'] as const)(
    'is not for who joined by %s, and leaves their password alone',
    async (way) => {
      const other = await joinedBy(way)
      await expect(oneBox(other, { username: nameFor(other) })).rejects.toMatchObject({
        code: 'conflict',
      })
      expect((await signIn(app.visitor('wivesnow'), other.username, PASSWORD)).status).toBe(200)
    },
  )

  test.each<[string, Partial<OneClick>, string]>([
    ['a short password', { password: 'ninechars' }, 'password'],
    ['a password that everybody has', { password: '1234567890' }, 'password'],
    ['a name that is taken', { username: 'Alice' }, 'username'],
    ['an unknown place', { place: 'Atlantis' }, 'place'],
    ['no words', { about: ' ' }, 'about'],
  ])('%s is refused, and nothing of the rest is taken', async (_, more, field) => {
    await expect(oneBox(member, { username: nameFor(member), ...more })).rejects.toMatchObject({
      errors: [{ field }],
    })
    expect(await rowOf(member)).toMatchObject({
      username: member.username,
      about: '',
      place_name: 'New York City',
    })
    expect((await signIn(app.visitor('wivesnow'), member.username, PASSWORD)).status).toBe(200)
  })
})

test('who joined by register and was hidden since is not shown by finishing', async () => {
  const other = await joinedBy('register')
  const form = new FormData()
  form.set('about', 'Hello')
  expect(await other.calls(uploadStep, { form })).toMatchObject({ nextStep: null })
  expect(await isSeen(other)).toBe(false)
})

test.each([
  ['/oneClick/affiliateStepOne', { country: 'GB', place: 'London', placeId: '' }],
  ['/oneClick/affiliateStepTwo', { username: 'Scriptless', lookingFor: 'woman' }],
])('without script, %s leads back to the dashboard', async (path, fields) => {
  if (path.endsWith('Two')) await boxOne(member)
  const answer = await member.visit(path, {
    method: 'POST',
    headers: { Origin: `http://${member.host}` },
    body: new URLSearchParams(fields),
  })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard'])
})
