import type { Feature } from '../../../api/feature.ts'
import { deviceCount } from '../../../api/sessions.sql.ts'
import { accountChangeJob } from './account-changes.server.ts'
import { appLockHandlers } from './app-lock/app-lock.server.ts'
import { changeEmailHandlers } from './change-email.server.ts'
import { changeLocationHandlers } from './change-location.server.ts'
import { changeUsernameHandlers, formerUsernameSweepJob } from './change-username.server.ts'
import { comeBackHandlers } from './come-back.server.ts'
import { deviceSweepJob } from './devices.server.ts'
import { emailHandlers } from './email.server.ts'
import { grantSweepJob } from './grants.server.ts'
import { guessedLoginJob } from './guesses.server.ts'
import { accountCollections, accountErasures } from './leaving.sql.ts'
import { mailedLinkHandlers } from './mailed-links.server.ts'
import { ownAccountHandlers } from './own-account.server.ts'
import { passkeySignInHandlers } from './passkeys/passkey-sign-in.server.ts'
import { challengeSweepJob, passkeyHandlers } from './passkeys/passkeys.server.ts'
import { passkeyCount } from './passkeys/passkeys.sql.ts'
import { resetHandlers, resetRequestJob } from './reset.server.ts'
import { settingsHandlers } from './settings.server.ts'
import { signInHandlers } from './sign-in.server.ts'
import { unsubscribeHandlers } from './unsubscribe.server.ts'
import { staySweepJob, visitingHandlers } from './visiting.server.ts'

export const accounts: Feature = {
  room: 'core/accounts',
  handlers: [
    ...signInHandlers,
    ...passkeySignInHandlers,
    ...resetHandlers,
    ...emailHandlers,
    ...changeEmailHandlers,
    ...changeUsernameHandlers,
    ...ownAccountHandlers,
    ...passkeyHandlers,
    ...appLockHandlers,
    ...settingsHandlers,
    ...mailedLinkHandlers,
    ...unsubscribeHandlers,
    ...comeBackHandlers,
    ...changeLocationHandlers,
    ...visitingHandlers,
  ],
  jobs: [
    resetRequestJob,
    staySweepJob,
    grantSweepJob,
    deviceSweepJob,
    accountChangeJob,
    challengeSweepJob,
    guessedLoginJob,
    formerUsernameSweepJob,
  ],
  erasures: accountErasures,
  collections: accountCollections,
  ownCounts: [passkeyCount, deviceCount],
}
