import { Document, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import type { FieldError } from '#api/errors.ts'
import { sentenceFor } from '#api/sentences.ts'
import { type ContentKind, matterOf } from '#content/kinds.ts'
import type { TextProblem } from '#content/source.ts'
import { type FormValues, valueOf, valuesOf } from '#ui/form-answer.ts'
import { type FieldOrGroup, fieldsIn, partsOf, type TextField } from './text-fields.ts'

/** Reading and writing a file without edits preserves every byte. */

/**
 * Reads a file into form values. If the front matter is invalid, reads as much of it as possible.
 */
export function readText(text: string): FormValues {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  const document = parseDocument(lines.slice(1, Math.max(end, 1)).join('\n'), {
    prettyErrors: false,
  })
  const matter: unknown = document.errors.length > 0 ? null : document.toJS()
  return {
    ...valuesIn(matter, 'matter'),
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  }
}

function valuesIn(value: unknown, name: string): FormValues {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { [name]: String(value) }
  if (typeof value !== 'object' || value === null) return {}
  const parts = Object.assign(
    {},
    ...Object.entries(value).map(([key, part]) => valuesIn(part, `${name}-${key}`)),
  ) as FormValues
  // A list of words is one field for checkboxes, and several fields for text inputs.
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? { ...parts, [name]: value }
    : parts
}

export function newText(kind: ContentKind, name: string): FormValues {
  return Object.fromEntries(
    fieldsIn(partsOf(kind, name)).map((field) => [field.name, field.default]),
  )
}

export function writeText(
  kind: ContentKind,
  name: string,
  values: FormValues,
): { text: string; errors: FieldError[] } {
  const parts = partsOf(kind, name, values)
  const matter = Object.fromEntries(
    parts
      .map((part) => [part.key, matterIn(part, values)])
      .filter(([, value]) => value !== undefined),
  )
  const { error } = matterOf(kind, name).safeParse(matter, { error: sentenceFor })
  const document = new Document(matter)
  // Lists are written in flow style, as in the shipped files: `billing: [credits]`.
  for (const part of parts) {
    const node = part.type === 'field' ? document.get(part.key, true) : null
    if (isSeq(node)) node.flow = true
  }
  const body = bodyIn(values)
  return {
    text: `---\n${document.toString({ lineWidth: 0, flowCollectionPadding: false })}---\n${body === '' ? '' : `\n${body}\n`}`,
    errors: (error?.issues ?? []).map(({ path, message }) => ({
      field: fieldFor(parts, ['matter', ...path].join('-')),
      message,
    })),
  }
}

/** An error at one choice belongs to the whole group of checkboxes. */
function fieldFor(parts: readonly FieldOrGroup[], name: string): string {
  return fieldsIn(parts).find((field) => name.startsWith(`${field.name}-`))?.name ?? name
}

const bodyIn = (values: FormValues): string =>
  valueOf(values, 'body').replaceAll('\r\n', '\n').trim()

function matterIn(part: FieldOrGroup, values: FormValues): unknown {
  if (part.type === 'field') return givenFor(part, values)
  const inner = part.parts.map((one) => ({ one, value: matterIn(one, values) }))
  // Empty required parts are kept, so that the items of a list keep their index.
  const given = inner.filter(
    ({ one, value }) => value !== undefined || (part.type === 'list' && one.required),
  )
  if (!part.required && given.length === 0) return undefined
  return part.type === 'list'
    ? given.map(({ value }) => value)
    : Object.fromEntries(given.map(({ one, value }) => [one.key, value]))
}

function givenFor({ name, control }: TextField, values: FormValues): unknown {
  if (control === 'choices') {
    const chosen = valuesOf(values, name).filter((value) => value !== '')
    return chosen.length === 0 ? undefined : chosen
  }
  const value = valueOf(values, name).replaceAll(/\s+/g, ' ').trim()
  if (value === '') return undefined
  return control === 'number' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

/** Assigns problems of a text to form fields; problems without a field go to the general error. */
export function errorsAt(
  { path, text }: { path: string; text: string },
  problems: readonly TextProblem[],
): { errors: FieldError[]; others: TextProblem[] } {
  const lines = text.split('\n')
  const bodyLine = lines.indexOf('---', 1) + 2
  const names = namesByLine(lines.slice(1, bodyLine - 2).join('\n'))
  const errors: FieldError[] = []
  const others: TextProblem[] = []
  for (const problem of problems) {
    const { line, message } = problem
    const isBody = line > bodyLine
    const name = isBody ? 'body' : names.get(line - 1)
    if (problem.path !== path || name === undefined) others.push(problem)
    else
      errors.push({
        field: name,
        message: isBody
          ? `Line ${line - bodyLine}, “${cut(lines[line - 1] ?? '')}”: ${message}.`
          : `${message}.`,
      })
  }
  return { errors, others }
}

function namesByLine(yaml: string): Map<number, string> {
  const counter = new LineCounter()
  const names = new Map<number, string>()
  const document = parseDocument(yaml, { lineCounter: counter })
  visit(document, {
    Scalar(at, node, path) {
      if (at === 'key' || !node.range) return
      const keys = path.flatMap((parent, depth) => {
        const child = path[depth + 1] ?? node
        if (isSeq(parent)) return [String(parent.items.indexOf(child))]
        return 'key' in parent ? [String(parent.key)] : []
      })
      names.set(counter.linePos(node.range[0]).line, ['matter', ...keys].join('-'))
    },
  })
  return names
}

const MAX_QUOTED = 60
const cut = (line: string): string =>
  line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)} …` : line

/** Builds a URL slug from a question: `May I bring my dog?` -> `may-i-bring-my-dog`. */
export function nameFor(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '')
}
