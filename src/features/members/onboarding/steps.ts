/**
 * In order (decisions §4), each with its flag in the user record (specification §3), which is set
 * while it is open.
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

export type Way = 'register' | 'affiliate' | 'oneClick'

/** The steps left open by each way of joining; boxes ask what the form left out (decisions §4). */
export const stepsAfter: Readonly<Record<Way, readonly Step[]>> = {
  register: ['justRegistered', 'uploadPhoto'],
  affiliate: ['justRegistered', 'affiliateOneClick1', 'affiliateOneClick2', 'affiliateOneClick3'],
  oneClick: ['justRegistered', 'oneClick'],
}

export type AssignedStep = { step: string; isOpen: boolean }

/**
 * It must have been assigned and the boxes before it answered; an answered box may be changed while
 * another is open.
 */
export function boxState(
  box: Step,
  asked: readonly AssignedStep[],
): 'notAsked' | 'tooEarly' | 'open' | 'finished' {
  if (!asked.some(({ step }) => step === box)) return 'notAsked'
  const open = steps
    .filter(({ step }) => asked.some((one) => one.step === step && one.isOpen))
    .map(({ step }) => step)
  if (open.length === 0) return 'finished'
  const first = open.find((step) => step !== 'justRegistered')
  return first !== undefined && order(first) < order(box) ? 'tooEarly' : 'open'
}

export function isLastBox(box: Step): boolean {
  return Object.values(stepsAfter).some((path) => path.at(-1) === box)
}

function order(one: Step): number {
  return steps.findIndex(({ step }) => step === one)
}

export function flagsOf(openSteps: readonly string[]): Record<Flag, boolean> {
  return Object.fromEntries(
    steps.map(({ step, flag }) => [flag, openSteps.includes(step)]),
  ) as Record<Flag, boolean>
}

export function nextStep(openSteps: readonly string[]): Step | null {
  return steps.find(({ step }) => openSteps.includes(step))?.step ?? null
}

/** Specification §4: full access only if none of the flags is set. */
export function hasFullAccess(openSteps: readonly string[]): boolean {
  return openSteps.length === 0
}
