import { z } from 'zod'
import { type Kind, matterOf } from '../../content/kinds.ts'
import { type FormValues, valueOf } from '../../ui/form-answer.ts'

/** One field of a text's form, made of the schema of its front matter (content/kinds.ts). */
export type TextField = {
  type: 'field'
  key: string
  /** Of the control, and of what is wrong with it: `matter-reasons-0-title`. */
  name: string
  label: string
  hint?: string | undefined
  required: boolean
  /** `words` are a sentence or more; `choices` are any number of those offered. */
  control: 'line' | 'words' | 'date' | 'number' | 'choice' | 'choices'
  /** Characters that it holds. */
  most?: number | undefined
  options: Array<{ value: string; label: string }>
  /** What a new text begins with. */
  default: string
}
/** Fields that belong together: a list, or a part with keys of its own. */
type FieldGroup = { type: 'list' | 'part'; key: string; name: string; label: string; hint?: string | undefined; required: boolean; parts: TextPart[] }
export type TextPart = TextField | FieldGroup

/** What zod makes of front matter as JSON Schema, with what `meta` adds. */
type Schema = {
  type?: string
  format?: string
  title?: string
  description?: string
  default?: string | number
  options?: Record<string, string>
  enum?: string[]
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Longer than this is more than a line. */
const LINE = 120

/** The fields of a kind of text, in the order of its schema; as many parts of a list as these values need. */
export function partsOf(kind: Kind, name: string, values: FormValues = {}): TextPart[] {
  return partsIn(matterOf(kind, name), values)
}

/** The same of any schema of front matter. */
export function partsIn(matter: z.ZodType, values: FormValues = {}): TextPart[] {
  return partsBelow(z.toJSONSchema(matter) as Schema, 'matter', true, values)
}

/** All fields, those in groups as well. */
export function fieldsIn(parts: readonly TextPart[]): TextField[] {
  return parts.flatMap((part) => (part.type === 'field' ? [part] : fieldsIn(part.parts)))
}

function partsBelow({ properties = {}, required = [] }: Schema, within: string, isNeeded: boolean, values: FormValues): TextPart[] {
  return Object.entries(properties).map(([key, schema]) =>
    partOf(schema, { key, name: `${within}-${key}`, label: schema.title ?? inWords(key), required: isNeeded && required.includes(key) }, values),
  )
}

function partOf(schema: Schema, frame: Pick<TextPart, 'key' | 'name' | 'label' | 'required'>, values: FormValues): TextPart {
  const { type, items, minItems = 0, description: hint } = schema
  const { name, label, required } = frame
  if (type === 'object') return { type: 'part', ...frame, hint, parts: partsBelow(schema, name, required, values) }
  if (type === 'array' && items && !items.enum) {
    const parts = Array.from({ length: slots(schema, filled(name, values)) }, (_, index) =>
      partOf(items, { key: String(index), name: `${name}-${index}`, label: `${items.title ?? label} ${index + 1}`, required: required && index < minItems }, values),
    )
    return { type: 'list', ...frame, hint, parts }
  }
  const offered = schema.enum ?? items?.enum ?? []
  return {
    type: 'field',
    ...frame,
    hint,
    control: controlFor(schema),
    most: schema.maxLength,
    options: offered.map((value) => ({ value, label: schema.options?.[value] ?? inWords(value) })),
    default: schema.default === undefined ? '' : String(schema.default),
  }
}

function controlFor({ type, format, enum: offered, maxLength = 0 }: Schema): TextField['control'] {
  if (offered) return 'choice'
  if (type === 'array') return 'choices'
  if (type === 'integer' || type === 'number') return 'number'
  if (format === 'date') return 'date'
  return maxLength > LINE ? 'words' : 'line'
}

/** How many parts of a list are asked for: one more than there are, where there may be. */
function slots({ minItems = 0, maxItems = Infinity }: Schema, present: number): number {
  return Math.min(maxItems, Math.max(minItems, present + 1))
}

/** How many parts of a list have something in them, or stand before one that has. */
function filled(list: string, values: FormValues): number {
  const indexes = Object.keys(values)
    .filter((name) => name.startsWith(`${list}-`) && valueOf(values, name) !== '')
    .map((name) => Number.parseInt(name.slice(list.length + 1), 10))
  return Math.max(0, ...indexes.map((index) => index + 1))
}

/** `priceTitle` -> `Price title`. */
function inWords(key: string): string {
  const words = key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
