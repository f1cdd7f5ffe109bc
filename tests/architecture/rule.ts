import { parseAll, type Source } from './sources.ts'

/**
 * An architecture rule: `check` returns one line per violation with file and rule; `breach` is code by path that
 * violates it, so that a rule that detects nothing fails.
 */
export type Rule = {
  rule: string
  over: 'src' | 'tests' | 'all'
  check(files: readonly Source[]): string[]
  breach: Record<string, string>
  /** Number of violations in `breach`; 1 by default. */
  finds?: number
}

/** Returns the violations that a rule finds in its own example. */
export function breachesOf({ check, breach }: Rule): string[] {
  return check(parseAll(breach))
}
