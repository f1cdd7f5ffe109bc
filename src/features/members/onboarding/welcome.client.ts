import { api, assertRefused } from '../../../api/client.ts'
import type { justRegistered } from './steps.contract.ts'

/** Tells that the member has seen the welcome: of the steps that joining left open, the first is then done. */
if (document.querySelector('[data-just-registered]')) {
  api.send<typeof justRegistered>('POST /registration/justRegistered', {}).catch(assertRefused)
}
