import { parseAll, type Source } from './sources.ts'

/**
 * One rule of the house: `check` answers a line for each breach, with file and rule; `breach` is code that
 * breaks it, by path, so that a rule which has gone blind fails too.
 */
export type Rule = {
  rule: string
  over: 'src' | 'tests' | 'all'
  check(files: readonly Source[]): string[]
  breach: Record<string, string>
  /** Lines to be said of `breach`; one unless told. */
  finds?: number
}

/** What a rule says of its own example. */
export function breachesOf({ check, breach }: Rule): string[] {
  return check(parseAll(breach))
}
