import { z } from 'zod'
import { type ContentKind, matterOf } from '#content/kinds.ts'
import { type FormValues, valueOf } from '#ui/form-answer.ts'

export type TextField = {
  type: 'field'
  key: string
  /** Name of the control and of its error: `matter-reasons-0-title`. */
  name: string
  label: string
  hint?: string | undefined
  required: boolean
  /** `words` is a multi-line text; `choices` allows several options. */
  control: 'line' | 'words' | 'date' | 'number' | 'choice' | 'choices'
  most?: number | undefined
  /** After how many characters others cut it. */
  shown?: number | undefined
  options: Array<{ value: string; label: string }>
  default: string
}
type FieldGroup = {
  type: 'list' | 'part'
  key: string
  name: string
  label: string
  hint?: string | undefined
  required: boolean
  parts: FieldOrGroup[]
}
export type FieldOrGroup = TextField | FieldGroup

/** The JSON Schema that zod generates for front matter, with the keys added by `meta`. */
type Schema = {
  type?: string
  format?: string
  title?: string
  description?: string
  default?: string | number
  options?: Record<string, string>
  enum?: string[]
  maxLength?: number
  shown?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Longer texts get a multi-line field. */
const LINE = 120

/**
 * Returns the fields of a kind of text in schema order, with as many list items as the values need.
 */
export function partsOf(kind: ContentKind, name: string, values: FormValues = {}): FieldOrGroup[] {
  return partsIn(matterOf(kind, name), values)
}

export function partsIn(matter: z.ZodType, values: FormValues = {}): FieldOrGroup[] {
  return partsBelow(z.toJSONSchema(matter) as Schema, 'matter', true, values)
}

export function fieldsIn(parts: readonly FieldOrGroup[]): TextField[] {
  return parts.flatMap((part) => (part.type === 'field' ? [part] : fieldsIn(part.parts)))
}

function partsBelow(
  { properties = {}, required = [] }: Schema,
  within: string,
  isNeeded: boolean,
  values: FormValues,
): FieldOrGroup[] {
  return Object.entries(properties).map(([key, schema]) =>
    partOf(
      schema,
      {
        key,
        name: `${within}-${key}`,
        label: schema.title ?? inWords(key),
        required: isNeeded && required.includes(key),
      },
      values,
    ),
  )
}

function partOf(
  schema: Schema,
  frame: Pick<FieldOrGroup, 'key' | 'name' | 'label' | 'required'>,
  values: FormValues,
): FieldOrGroup {
  const { type, items, minItems = 0, description: hint } = schema
  const { name, label, required } = frame
  if (type === 'object')
    return { type: 'part', ...frame, hint, parts: partsBelow(schema, name, required, values) }
  if (type === 'array' && items && !items.enum) {
    const parts = Array.from({ length: slots(schema, filled(name, values)) }, (_, index) =>
      partOf(
        items,
        {
          key: String(index),
          name: `${name}-${index}`,
          label: `${items.title ?? label} ${index + 1}`,
          required: required && index < minItems,
        },
        values,
      ),
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
    shown: schema.shown,
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

function slots({ minItems = 0, maxItems = Infinity }: Schema, present: number): number {
  return Math.min(maxItems, Math.max(minItems, present + 1))
}

function filled(list: string, values: FormValues): number {
  const indexes = Object.keys(values)
    .filter((name) => name.startsWith(`${list}-`) && valueOf(values, name) !== '')
    .map((name) => Number.parseInt(name.slice(list.length + 1), 10))
  return Math.max(0, ...indexes.map((index) => index + 1))
}

function inWords(key: string): string {
  const words = key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
