import { escapeHtml } from '../lib/html.ts'
import type { Brand } from '../sites/site.ts'

/** Every cookie of the product; a test compares the list with the cookies that are set. */
export type Cookie = {
  name: string
  purpose: string
  lasts: string
  optional?: true
  /** On which brands it is set, where not on all. */
  on?: (brand: Brand) => boolean
}

export const cookies: readonly Cookie[] = [
  {
    name: 'session',
    purpose: 'Keeps you signed in.',
    lasts: '30 days after your last visit, 180 days at most',
  },
  {
    name: 'device',
    purpose:
      'Knows a device on which you have signed in, so that you can do so again while somebody else tries to guess your password. It signs nobody in.',
    lasts: '1 year after you last signed in',
  },
  {
    name: 'back',
    purpose: 'Remembers which page to return to after you have signed in.',
    lasts: '30 minutes',
  },
  {
    name: 'passkey',
    purpose: 'Ties a sign-in by passkey to the browser in which it began.',
    lasts: '5 minutes',
  },
  {
    name: 'reset',
    purpose: 'Lets you choose a new password after you have opened the link to do so.',
    lasts: '15 minutes',
  },
  {
    name: 'link',
    purpose: 'Keeps a link of our mails that you have opened, until you press its button.',
    lasts: '10 minutes',
  },
  {
    name: 'come-back',
    purpose:
      'Lets you undo the deletion of your account after you have signed in to it once more, or have opened the link in our mail.',
    lasts: '30 minutes',
  },
  { name: 'adult', purpose: 'Remembers that you said you are 18 or over.', lasts: '180 days' },
  {
    name: 'cookies',
    purpose: 'Remembers whether you allow the cookies that are not needed.',
    lasts: '180 days',
  },
  {
    name: 'upgradeSourceType',
    purpose:
      'Remembers what you were about to do when you began to pay, so that you can go on with it afterwards.',
    lasts: '1 hour',
    on: ({ billing }) => billing.model !== 'partner',
  },
  {
    name: 'from',
    purpose: 'Remembers which link led you here, so that whoever set it is paid if you join later.',
    lasts: '30 days',
    optional: true,
  },
]

export function cookieTable(brand: Brand): string {
  const rows = cookies
    .filter(({ on }) => on?.(brand) ?? true)
    .map(
      ({ name, purpose, lasts, optional }) =>
        `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(purpose)}</td><td>${escapeHtml(lasts)}</td><td>${optional ? 'Only if you allow it' : 'Yes'}</td></tr>`,
    )
  return `<div class="table-scroll" role="group" aria-label="Cookies" tabindex="0"><table><thead><tr><th>Name</th><th>What for</th><th>How long</th><th>Needed</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
