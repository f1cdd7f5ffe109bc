import type { Feature } from '#api/feature.ts'
import { birthdayHandlers } from './birthday.server.ts'
import { boxHandlers } from './boxes.server.ts'
import { onboardingCollections } from './leaving.sql.ts'
import { onboardingHandlers } from './steps.server.ts'

export const onboarding: Feature = {
  room: 'members/onboarding',
  handlers: [...onboardingHandlers, ...boxHandlers, ...birthdayHandlers],
  collections: onboardingCollections,
}
