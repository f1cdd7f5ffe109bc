/** The flag on the wire (specification §3): the string `'false'` once the popunder was seen. */
export type PopunderFlag = string | boolean | null | undefined

type Situation = { isSignedIn: boolean; flag: PopunderFlag; path: string }

/** Specification §4, "Exit popunder": all conditions must hold. */
const conditions: ReadonlyArray<(situation: Situation) => boolean> = [
  ({ isSignedIn }) => isSignedIn,
  // the flag is truthy; it "becomes the string false"
  ({ flag }) => Boolean(flag) && flag !== 'false',
  ({ path }) => path !== '/fullPageAd' && path !== '/fullPageAd/index',
]

export function mayPopUnder(user: object | null, flag: PopunderFlag, path: string): boolean {
  return conditions.every((holds) => holds({ isSignedIn: user !== null, flag, path }))
}
