import { parseAll, type Source } from './sources.ts'

/**
 * `check` returns one line per violation; `sample` is code by path that violates the rule, and must
 * be found.
 */
export type Rule = {
  rule: string
  over: 'src' | 'tests' | 'all'
  check(files: readonly Source[]): string[]
  sample: Record<string, string>
  finds?: number
}

export function violationsInSample({ check, sample }: Rule): string[] {
  return check(parseAll(sample))
}
