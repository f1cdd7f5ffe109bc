import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { bodyOf, isCampaign } from '#content/kinds.ts'
import type { Library } from '#content/library.ts'
import { textLocationOf, type Source } from '#content/source.ts'
import { type FormValues, valueOf } from '#ui/form-answer.ts'
import { nameFor, writeText } from '../editor/text-form.ts'
import { formProblems, textProblems } from '../editor/text-problems.ts'
import { MAX_CHARACTERS, TOO_LONG } from '../history/revisions.ts'
import { changeOf } from './published-texts.server.ts'

export const TAKEN_CAMPAIGN = 'There is a campaign of this name already.'

/** A whole file. Throws `invalid` with its problems. */
export async function textFromFile({ texts }: Services, written: Source): Promise<Source> {
  const { problems } = await texts.trying([changeOf({ path: written.path, body: written.text })])
  if (problems.length > 0) throw textProblems(problems)
  return written
}

/**
 * The file that a form's fields make, and the texts with it. Throws `invalid` with an error a
 * field.
 */
export async function textFromForm(
  { texts }: Services,
  { path: given, ...values }: { path: string } & Record<string, unknown>,
): Promise<Source & { library: Library }> {
  const fields = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, FormValues[string]] =>
      isWords(entry[1]),
    ),
  )
  const isNew = given.endsWith('/')
  const path = isNew
    ? `${given}${valueOf(fields, 'name') || nameFor(valueOf(fields, 'matter-title') || valueOf(fields, 'matter-headline'))}.md`
    : given
  const place = textLocationOf(path)
  if (typeof place === 'string')
    throw isNew
      ? fieldError('name', `${place}.`)
      : textProblems([{ path, line: 1, message: place }])
  if (isNew && place.kind === 'promo' && !isCampaign(place))
    throw fieldError('name', 'This name is of another page.')
  if (isNew && texts.sources().some((file) => file.path === path))
    throw fieldError(
      'name',
      place.kind === 'promo' ? TAKEN_CAMPAIGN : 'There is a question of this name already.',
    )
  const { text, errors } = writeText(place.kind, place.name, fields)
  const { required = false, most = Infinity } = bodyOf(place.kind, place.name) ?? {}
  const body = valueOf(fields, 'body').replaceAll('\r\n', '\n').trim()
  if (required && body === '') errors.push({ field: 'body', message: 'Please fill this in.' })
  if (body.length > most)
    errors.push({ field: 'body', message: `Please use at most ${most} characters.` })
  if (text.length > MAX_CHARACTERS) errors.push({ field: 'body', message: TOO_LONG })
  if (errors.length > 0) throw new ApiError('invalid', { errors })
  const { library, problems } = await texts.trying([changeOf({ path, body: text })])
  if (problems.length > 0) throw formProblems({ path, text }, problems)
  return { path, text, library }
}

const isWords = (value: unknown): value is FormValues[string] =>
  [value].flat().every((one) => typeof one === 'string')
