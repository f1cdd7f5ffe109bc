import { lazy } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { Frame, type OnboardingProps } from './Frame.tsx'
import { OneClickWhom } from './OneClickWhom.tsx'
import { Words } from './Screens.tsx'

const Photos = lazy(async () => ({
  default: (await import('../photos/own/FirstPhotos.tsx')).FirstPhotos,
}))
const parts = { Photos, Words, Whom: OneClickWhom }

/** The same after joining with one click, which left out more. */
export const OneClickOnboarding = withBoundary(function OneClickOnboarding(props: OnboardingProps) {
  return <Frame {...props} parts={parts} />
})
