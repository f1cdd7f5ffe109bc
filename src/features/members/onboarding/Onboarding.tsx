import { lazy } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { FirstPhotos } from '../photos/own/FirstPhotos.tsx'
import { Frame, type OnboardingProps, type ScreenParts } from './Frame.tsx'

const parts: ScreenParts = {
  Photos: FirstPhotos,
  Words: lazy(async () => ({ default: (await import('./Screens.tsx')).Words })),
  Whom: lazy(async () => ({ default: (await import('./Screens.tsx')).Whom })),
}
const oneClick: ScreenParts = {
  ...parts,
  Whom: lazy(async () => ({ default: (await import('./OneClickWhom.tsx')).OneClickWhom })),
}

/** From the first screen on: the others come once it is alive. */
export const Onboarding = withBoundary(function Onboarding(props: OnboardingProps) {
  return <Frame {...props} parts={props.countries ? oneClick : parts} />
})
