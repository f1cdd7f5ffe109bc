import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { upgradePath } from '#money/prices/upgrade-source.ts'
import { closeSteps } from './steps.sql.ts'
import { flagsOf, hasFullAccess, nextStep, type Step } from './steps.ts'

const WELCOME_DAYS = 30

export class Finished extends ApiError {
  constructor() {
    super('conflict', {
      detail: 'You have finished signing up. What you said can be changed in your profile.',
    })
  }
}

export function progressOf(openSteps: readonly string[], next = '/dashboard') {
  return { flags: flagsOf(openSteps), nextStep: nextStep(openSteps), next }
}

/** Closes steps. Closing the last one grants the welcome credits of a credits brand, once. */
export async function finishSteps(trx: Trx, { brand, member, at }: Scope, steps: readonly Step[]) {
  const { left, isNew } = await closeSteps(trx, member.id, steps, at)
  if (
    isNew &&
    hasFullAccess(left) &&
    brand.billing.model === 'credits' &&
    brand.billing.welcomeCredits > 0
  ) {
    await grantCredits(trx, member.id, {
      credits: brand.billing.welcomeCredits,
      source: 'grant',
      reference: 'welcome',
      expiresAt: later(at, WELCOME_DAYS * DAY),
      at,
    })
  }
  // Once, after the last step: whoever has answered it before goes on to the dashboard.
  return progressOf(
    left,
    isNew && hasFullAccess(left) && brand.flags.showUpgradeAfterRegister
      ? upgradePath('register')
      : undefined,
  )
}
