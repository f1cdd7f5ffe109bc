/**
 * A count that may have stopped at a bound: `16`, and `15+` where there may be more. The number at
 * which counting stopped is chance, so a round one below it is said.
 */
export function boundedCount({ count, isMore }: { count: number; isMore: boolean }): string {
  return isMore ? `${count > 5 ? count - (count % 5) : count}+` : String(count)
}
