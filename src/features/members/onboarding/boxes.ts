import { boxState, type Step, stepsAfter } from './steps.ts'

/** A box that asks an affiliate's newcomer for missing data; `id` is its fragment on the dashboard. */
export type Box = { id: string; step: Step; title: string }

export const affiliateBoxes: readonly [Box, Box, Box] = [
  { id: 'where', step: 'affiliateOneClick1', title: 'Where are you?' },
  { id: 'name', step: 'affiliateOneClick2', title: 'What should others call you?' },
  { id: 'words', step: 'affiliateOneClick3', title: 'A few words and a photo' },
]

/** The boxes that may be shown for these open steps; the current one is last. */
export function boxesFor(openSteps: readonly string[]): Box[] {
  if (!affiliateBoxes.some(({ step }) => openSteps.includes(step))) return []
  const asked = stepsAfter.affiliate.map((step) => ({ step, isOpen: openSteps.includes(step) }))
  return affiliateBoxes.filter(({ step }) => boxState(step, asked) === 'open')
}
