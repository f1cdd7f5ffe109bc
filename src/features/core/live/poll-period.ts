/**
 * The wait until the next poll, up to a tenth shorter or longer (decisions §3): pages that all
 * asked when a server came back would otherwise all ask together from then on.
 */
export function aboutEvery(period: number): number {
  return period * (0.9 + 0.2 * Math.random())
}
