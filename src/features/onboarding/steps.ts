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

/** The steps a new member has to take; who comes from an affiliate tells the same in three short boxes. */
export function stepsAtRegister(fromAffiliate: boolean): readonly Step[] {
  return fromAffiliate
    ? ['justRegistered', 'affiliateOneClick1', 'affiliateOneClick2', 'affiliateOneClick3']
    : ['justRegistered', 'uploadPhoto']
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
