import { z } from 'zod'

/** The variables of the environment that one room reads, and what it makes of them. */
export type EnvGroup<Shape extends z.ZodRawShape, Read extends object> = {
  shape: Shape
  /** A line for each value that does not fit another. */
  wrong?: (given: z.output<z.ZodObject<Shape>>, run: Run) => string[]
  /** Named as in `services.settings`. */
  read: (given: z.output<z.ZodObject<Shape>>, run: Run) => Read
}

/** How the process runs that reads them. */
export type Run = { production: boolean }

export function envGroup<Shape extends z.ZodRawShape, Read extends object>(
  group: EnvGroup<Shape, Read>,
): EnvGroup<Shape, Read> {
  return group
}

export const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' })
  .transform((text) => text === '1' || text === 'true')

export const port = z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535)

export const address = z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' })

export const secret = (least: number) =>
  z.string().min(least, `must have at least ${least} characters`)

/** A text that `read` understands; null from it is answered with `message`. */
export function readable<T>(read: (text: string) => T | null, message: string) {
  return z.string().transform((text, context) => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** A line for each of `names` that is missing where `setting` is set. */
export function missingBeside(
  setting: string,
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  of = '',
): string[] {
  if (given[setting] === undefined) return []
  return names
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: must be set where ${setting} is${of}`)
}

/**
 * `<brand>:<part>:<part>` for each of some brands, with commas between them; `pattern` names the
 * parts.
 */
export function ofEachBrand<T>(
  example: string,
  pattern: RegExp,
  read: (parts: Record<string, string>) => T,
) {
  return z.string().transform((text, context): ReadonlyMap<string, T> => {
    const found = new Map<string, T>()
    for (const part of text.split(',')) {
      const parts = pattern.exec(part.trim())?.groups
      const brand = parts?.['brand']
      if (parts && brand !== undefined && !found.has(brand)) found.set(brand, read(parts))
      else
        context.addIssue({
          code: 'custom',
          message: `must be ${example}, one for each brand, with commas between them`,
        })
    }
    return found
  })
}
