import { z } from 'zod'
import { doneAndNext, endpoint, ticked } from '#api/contract.ts'
import { ownCountNames } from '#api/own-counts.ts'
import { type SwitchName, switchNames, type SwitchSection } from '#api/switches.ts'
import { firstMessagesFrom } from '#core/people/first-messages/first-messages.ts'
import { shownToChoices } from '#core/people/shown-to/shown-to.ts'
import { units } from '#core/places/distances.ts'
import { localeValues } from './locales.ts'

const ticksOf = <S extends SwitchSection>(section: S) =>
  Object.fromEntries(switchNames(section).map((name) => [name, ticked])) as Record<
    SwitchName<S>,
    typeof ticked
  >

const visibility = z.object({
  shownOnOtherBrands: ticked,
  ...ticksOf('visibility'),
  /**
   * Whether outside parties may know the address and the referral of the account (decisions §7).
   */
  sharesWithPartners: ticked,
})
const mail = z.object({ news: ticked, activity: ticked })
/** From script, which of a section's switches is meant: the others stay as they are. */
const only = <T extends z.ZodRawShape>(section: z.ZodObject<T>) =>
  z.enum(Object.keys(section.shape) as Array<keyof T & string>).optional()
const discretion = z.object(ticksOf('discretion'))
const dates = z.object({ locale: z.enum(localeValues, { error: 'Please choose a language.' }) })

const theme = z.object({ theme: z.enum(['device', 'light', 'dark']) })
const distances = z.object({ unit: z.enum(['country', ...units]) })

/**
 * Sections are saved by themselves: of two tabs the later wins in what it saves and leaves the rest
 * as it is.
 */
const body = z.discriminatedUnion('section', [
  visibility.extend({ section: z.literal('visibility'), only: only(visibility) }),
  mail.extend({ section: z.literal('mail'), only: only(mail) }),
  dates.extend({ section: z.literal('dates') }),
  theme.extend({ section: z.literal('theme') }),
  distances.extend({ section: z.literal('units') }),
  discretion.extend({ section: z.literal('discretion'), only: only(discretion) }),
])

export const getSettings = endpoint({
  method: 'get',
  path: '/profile/settings',
  summary: 'What a member has decided: who sees them, which mail they get, how dates look',
  access: 'signedIn',
  answer: z.object({
    shownTo: z.object({ to: z.enum(shownToChoices), since: z.iso.datetime().nullable() }),
    firstMessages: z.enum(firstMessagesFrom),
    visibility: visibility,
    mail: mail,
    locale: z.string(),
    ...theme.shape,
    ...distances.shape,
    discretion,
    safeMode: z.boolean(),
    email: z.string(),
    isEmailConfirmed: z.boolean(),
    pendingEmail: z.string().nullable(),
    username: z.string(),
    /** From when the username can be changed; null: now. */
    usernameFixedUntil: z.iso.datetime().nullable(),
    /** What the member has, each counted up to a hundred. */
    counts: z.record(z.enum(ownCountNames), z.number()),
  }),
})

export const saveSettings = endpoint({
  method: 'post',
  path: '/profile/saveSettings',
  summary: 'Save one section of the settings; the others stay as they are',
  access: 'signedIn',
  body,
  answer: doneAndNext,
  errors: ['conflict'],
  limits: [{ name: 'save-settings', per: 'account', most: 60, seconds: 600 }],
  pageForm: {},
})

export const setSafeMode = endpoint({
  method: 'post',
  path: '/profile/setSafeMode',
  summary: 'Blur the pictures of others, for a look at the site in public, or show them again',
  access: 'signedIn',
  body: z.object({ on: ticked, back: z.string().max(500).optional() }),
  answer: z.object({ safeMode: z.boolean(), next: z.string() }),
  limits: [{ name: 'safe-mode', per: 'account', most: 120, seconds: 600 }],
  pageForm: {},
})
