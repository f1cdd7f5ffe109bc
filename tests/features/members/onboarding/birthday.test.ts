import { beforeEach, describe, expect, test } from 'vitest'
import { birthdayInWords, isUnlikely } from '#core/people/edit/birthday.ts'
import { setBirthday } from '#members/onboarding/birthday.contract.ts'
import { app, withApp } from '#tests/support/app.ts'
import { type CastMember, joins } from '#tests/support/cast.ts'

/**
 * A birthday cannot be changed later, so it is asked about when it looks like a slip, and corrected
 * once.
 */

withApp()
let newcomer: CastMember
let named = 0
beforeEach(async () => {
  newcomer = await joins(app, {
    brand: 'adultcrush',
    username: `Born${(named += 1)}`,
    birthday: '1984-01-01',
    steps: ['justRegistered', 'uploadPhoto'],
  })
})

const correct = (who: CastMember, birthday: string) =>
  who.calls(setBirthday, { body: { birthday } })
const birthdayOf = async (who: CastMember) =>
  (
    await app.db
      .selectFrom('profiles')
      .select('birthday')
      .where('account_id', '=', who.id)
      .executeTakeFirstOrThrow()
  ).birthday

describe('on 20 November 2026, with 1 January 1984 suggested, a birthday is asked about:', () => {
  test.each([
    ['2006-11-21', true, 'nineteen for one more day'],
    ['2006-11-20', false, 'twenty today'],
    ['2008-11-20', true, 'eighteen today'],
    ['2008-11-21', false, 'seventeen: the server refuses that'],
    ['1950-11-21', false, 'seventy-five for one more day'],
    ['1950-11-20', true, 'seventy-six today'],
    ['1984-01-01', true, 'the one that was suggested'],
    ['1984-01-02', false, 'the day after it'],
    ['1890-01-01', false, 'of nobody alive: the server refuses that'],
    ['', false, 'none'],
    ['01.01.1984', false, 'no date'],
  ])('%s: %s (%s)', (birthday, asked) => {
    expect(isUnlikely(birthday, new Date('2026-11-20T12:00:00Z'), '1984-01-01')).toBe(asked)
  })

  test('in words as people say it', () => {
    expect(birthdayInWords('1984-01-01')).toBe('1 January 1984')
  })
})

describe('while somebody signs up', () => {
  test('it is corrected once; saying the same again is no correction', async () => {
    await correct(newcomer, '1984-01-01')
    await correct(newcomer, '1986-03-04')
    await correct(newcomer, '1986-03-04')
    expect(await birthdayOf(newcomer)).toBe('1986-03-04')
    await expect(correct(newcomer, '1987-03-04')).rejects.toMatchObject({
      code: 'conflict',
      message:
        'You have corrected your date of birth once. If it is wrong, please write to support@adultcrush.example.',
    })
    expect(await birthdayOf(newcomer)).toBe('1986-03-04')
  })

  test('of two corrections at the same moment one counts', async () => {
    const answers = await Promise.allSettled(
      ['1986-03-04', '1987-05-06', '1988-07-08'].map((birthday) => correct(newcomer, birthday)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
  })

  test.each([
    ['2008-11-21', 'You have to be 18 or over to join.', 'seventeen on the server’s date'],
    ['1890-01-01', 'Please check the year.', 'too old'],
    ['yesterday', 'Please enter your date of birth.', 'no date'],
  ])('%s is refused (%s)', async (birthday, message) => {
    await expect(correct(newcomer, birthday)).rejects.toMatchObject({
      errors: [{ field: 'birthday', message }],
    })
    // And uses up nothing.
    await correct(newcomer, '2008-11-20')
  })

  test('without script, the form leads back to the dashboard', async () => {
    const answer = await newcomer.visit('/profile/setBirthday', {
      method: 'POST',
      headers: { Origin: `http://${newcomer.host}` },
      body: new URLSearchParams({ birthday: '1985-02-03' }),
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard'])
    expect(await birthdayOf(newcomer)).toBe('1985-02-03')
  })
})

test('whoever has finished is sent to support, in a sentence', async () => {
  const member = await joins(app, { brand: 'wivesnow', username: 'Finished' })
  await expect(correct(member, '1980-01-01')).rejects.toMatchObject({
    code: 'conflict',
    message:
      'A date of birth can only be corrected while you sign up. If it is wrong, please write to support@wivesnow.example.',
  })
  expect(await birthdayOf(member)).toBe('1992-05-04')
})

test('a guest has none to correct', async () => {
  await expect(
    app.visitor('adultcrush').calls(setBirthday, { body: { birthday: '1980-01-01' } }),
  ).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
