import type { Feature } from '#api/feature.ts'
import { deviceCount } from '#api/sessions.sql.ts'
import { appLockHandlers } from './app-lock/app-lock.server.ts'
import { accountChangeJob } from './changes/account-changes.server.ts'
import { changeEmailHandlers } from './changes/change-email.server.ts'
import { changeLocationHandlers } from './changes/change-location.server.ts'
import { changeUsernameHandlers, formerUsernameSweepJob } from './changes/change-username.server.ts'
import { staySweepJob, visitingHandlers } from './changes/visiting.server.ts'
import { comeBackHandlers } from './come-back/come-back.server.ts'
import { emailHandlers } from './email/email.server.ts'
import { accountCollections, accountErasures } from './leaving.sql.ts'
import { grantSweepJob } from './mailed-links/grants.server.ts'
import { mailedLinkHandlers } from './mailed-links/mailed-links.server.ts'
import { unsubscribeHandlers } from './mailed-links/unsubscribe.server.ts'
import { ownAccountHandlers } from './own-account.server.ts'
import { passkeySignInHandlers } from './passkeys/passkey-sign-in.server.ts'
import { challengeSweepJob, passkeyHandlers } from './passkeys/passkeys.server.ts'
import { passkeyCount } from './passkeys/passkeys.sql.ts'
import { resetHandlers, resetRequestJob } from './reset/reset.server.ts'
import { settingsHandlers } from './settings/settings.server.ts'
import { deviceSweepJob } from './sign-in/devices.server.ts'
import { guessedLoginJob } from './sign-in/guesses.server.ts'
import { signInHandlers } from './sign-in/sign-in.server.ts'

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
