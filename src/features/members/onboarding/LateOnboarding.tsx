import { lazy } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { Frame, type OnboardingProps } from './Frame.tsx'
import { Whom, Words } from './Screens.tsx'

const Photos = lazy(async () => ({
  default: (await import('../photos/own/FirstPhotos.tsx')).FirstPhotos,
}))
const parts = { Photos, Words, Whom }

/** From the second or third screen on, as after a reload. */
export const LateOnboarding = withBoundary(function LateOnboarding(props: OnboardingProps) {
  return <Frame {...props} parts={parts} />
})
