import { api, assertRefused } from '../../../api/client.ts'
import type { setLastViewedUser } from './profile.contract.ts'
import { profileId } from './trail.ts'

/** The server notes each look at a profile that it renders; of one that Back has restored it does not know. */
addEventListener('pageshow', ({ persisted }) => {
  const id = profileId(location.pathname)
  if (!persisted || id === null || !document.querySelector('[data-others-profile]')) return
  api
    .send<typeof setLastViewedUser>('POST /event/setLastViewedUser', { body: { id } })
    .catch(assertRefused)
})
