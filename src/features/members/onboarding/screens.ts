import { type Step, stepsAfter, type Way } from './steps.ts'

/** The screens on which a newcomer says what joining left open, with their titles. */
export const titles = {
  where: 'Where are you?',
  name: 'What should others call you?',
  photo: 'A photo of you',
  words: 'A few words about you',
  whom: 'Whom would you like to meet?',
} as const
export type ScreenId = keyof typeof titles

/** The newcomer's page may stand at another address, where a form of it was refused. */
export const addressOf = (id: ScreenId): string => `/dashboard?screen=${id}`

/** Those of everybody who joins, which are one island (`Frame`). */
const ofFrame = ['photo', 'words', 'whom'] as const satisfies readonly ScreenId[]

export function isOfFrame(id: string): id is (typeof ofFrame)[number] {
  return ofFrame.some((one) => one === id)
}

/** An affiliate's boxes that are a screen of their own; the third is the other screens together. */
const boxes = [
  { id: 'where', step: 'affiliateOneClick1' },
  { id: 'name', step: 'affiliateOneClick2' },
] as const satisfies ReadonlyArray<{ id: ScreenId; step: Step }>

/** Where the form of the last screen goes. */
export const lastActions = {
  register: '/registration/uploadStep',
  affiliate: '/oneClick/affiliateStepThree',
  oneClick: '/registration/oneClick',
} as const satisfies Record<Way, string>
export type LastAction = (typeof lastActions)[Way]

/** How somebody with these open steps has joined. */
export function wayOf(openSteps: readonly string[]): Way {
  const asks = (way: Way) =>
    stepsAfter[way].some((step) => step !== 'justRegistered' && openSteps.includes(step))
  return asks('affiliate') ? 'affiliate' : asks('oneClick') ? 'oneClick' : 'register'
}

export function screensOf(way: Way): readonly ScreenId[] {
  return way === 'affiliate' ? [...boxes.map(({ id }) => id), ...ofFrame] : ofFrame
}

/**
 * The screen that is asked for, where all before it that must be answered are; else the first of
 * those.
 */
export function screenFor(
  asked: string | null,
  openSteps: readonly string[],
  /** Whether the newcomer's words are saved. */
  hasWords: boolean,
): ScreenId {
  const screens = screensOf(wayOf(openSteps))
  const open = boxes.find(({ step }) => openSteps.includes(step))?.id
  const last = open ?? (hasWords ? 'whom' : 'words')
  const reached = screens.slice(0, screens.indexOf(last) + 1)
  return reached.find((id) => id === asked) ?? (last === 'words' ? 'photo' : last)
}
