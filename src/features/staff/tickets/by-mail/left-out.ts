/** Files of a mail that were not kept, counted by the reason. */
export type LeftOut = { others: number; large: number; many: number; unread: number }
export const NOTHING_LEFT_OUT: LeftOut = { others: 0, large: 0, many: 0, unread: 0 }

export function countLeftOut(leftOut: LeftOut): number {
  return Object.values(leftOut).reduce((sum, count) => sum + count, 0)
}

const reasons: Record<keyof LeftOut, readonly [one: string, more: string]> = {
  others: ['a file that is no picture', 'files that are no pictures'],
  large: ['a picture that is too large', 'pictures that are too large'],
  many: ['a picture more than we take', 'pictures more than we take'],
  unread: ['a picture that we could not read', 'pictures that we could not read'],
}

export function leftOutInWords(leftOut: LeftOut): string {
  return (Object.keys(reasons) as Array<keyof LeftOut>)
    .filter((why) => leftOut[why] > 0)
    .map((why) => (leftOut[why] === 1 ? reasons[why][0] : `${leftOut[why]} ${reasons[why][1]}`))
    .join(', ')
}
