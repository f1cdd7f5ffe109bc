/**
 * The wait until the next poll, up to a fifth shorter or longer: pages that all asked when a server came back would
 * otherwise all ask together from then on.
 */
export function aboutEvery(period: number): number {
  return period * (0.8 + 0.4 * Math.random())
}
