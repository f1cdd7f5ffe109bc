/**
 * The steps between registering and full access, in the order in which they are asked (decisions §4), each
 * with its flag in the user record (specification §3). A flag is set while its step is open.
 */
export const steps = [
  { step: 'justRegistered', flag: 'justRegistered' },
  { step: 'uploadPhoto', flag: 'showUploadPhotoDescriptionBox' },
  { step: 'affiliateOneClick1', flag: 'affiliateOneClickBox' },
  { step: 'affiliateOneClick2', flag: 'affiliateOneClickBoxStep2' },
  { step: 'affiliateOneClick3', flag: 'affiliateOneClickBoxStep3' },
  { step: 'oneClick', flag: 'showOneClickBox' },
] as const

export type Step = (typeof steps)[number]['step']
export type Flag = (typeof steps)[number]['flag']

/** How somebody joined. */
export type Way = 'register' | 'affiliate' | 'oneClick'

/** The steps that each way leaves to take: what was not asked at first is asked in boxes (decisions §4). */
export const stepsAfter: Readonly<Record<Way, readonly Step[]>> = {
  register: ['justRegistered', 'uploadPhoto'],
  affiliate: ['justRegistered', 'affiliateOneClick1', 'affiliateOneClick2', 'affiliateOneClick3'],
  oneClick: ['justRegistered', 'oneClick'],
}

/** A step that somebody was asked to take, and whether it still is to be taken. */
export type Asked = { step: string; isOpen: boolean }

/**
 * Whether a box may be answered: not by who was never asked, nor before the boxes that come first; again, and
 * differently, as long as another is open; and no more once all is said.
 */
export function boxState(box: Step, asked: readonly Asked[]): 'notAsked' | 'tooEarly' | 'open' | 'finished' {
  if (!asked.some(({ step }) => step === box)) return 'notAsked'
  const open = steps.filter(({ step }) => asked.some((one) => one.step === step && one.isOpen)).map(({ step }) => step)
  if (open.length === 0) return 'finished'
  const first = open.find((step) => step !== 'justRegistered')
  return first !== undefined && order(first) < order(box) ? 'tooEarly' : 'open'
}

/** Whether nothing is asked after this box. */
export function isLastBox(box: Step): boolean {
  return Object.values(stepsAfter).some((path) => path.at(-1) === box)
}

function order(one: Step): number {
  return steps.findIndex(({ step }) => step === one)
}

/** Every flag of the user record, true where its step is open. */
export function flagsOf(openSteps: readonly string[]): Record<Flag, boolean> {
  return Object.fromEntries(steps.map(({ step, flag }) => [flag, openSteps.includes(step)])) as Record<Flag, boolean>
}

/** The step to show now, or null when none is left. */
export function nextStep(openSteps: readonly string[]): Step | null {
  return steps.find(({ step }) => openSteps.includes(step))?.step ?? null
}

/** Specification §4: full access only if none of the flags is set. */
export function hasFullAccess(openSteps: readonly string[]): boolean {
  return openSteps.length === 0
}
