import type { Services } from '#api/services.server.ts'
import { linkTo } from '#core/accounts/mails.ts'
import { contactOf } from '#core/accounts/standing/account-status.sql.ts'
import { staffWith } from '#core/staff-accounts/roles.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Mail } from '#mail/mail.ts'
import { brandById } from '#sites/registry.ts'
import { staffAffiliatePath } from '../arrivals/links.ts'

/** `path`: where the button leads. */
type Told = Pick<Mail, 'kind' | 'subject' | 'paragraphs'> & { label: string; path: string }

async function tellOwners(
  services: Services,
  trx: Trx,
  { label, path, ...told }: Told,
): Promise<void> {
  for (const id of await staffWith(trx, ['owner'])) {
    const contact = await contactOf(trx, id)
    const brand = contact && brandById(contact.brand)
    if (!brand) continue
    await services.queueMail(trx, {
      ...told,
      brand,
      accountId: id,
      to: contact.email,
      greeting: `Hello ${contact.username},`,
      action: { label, url: linkTo(services, brand, path) },
      list: null,
    })
  }
}

/** An affiliate's server failed so often that it is told nothing more. */
export const tellStopped = (services: Services, trx: Trx, code: string): Promise<void> =>
  tellOwners(services, trx, {
    kind: 'postbacksStopped',
    subject: 'An affiliate is told nothing more',
    paragraphs: [
      `The server of affiliate ${code} took nothing in ten tries over three days. What waits is kept for 30 days.`,
      'Ask them what is wrong, and begin again on their page.',
    ],
    label: 'Their page',
    path: staffAffiliatePath(code),
  })

/** `month`: as `2027-01`. */
export const tellOfPayouts = (
  services: Services,
  trx: Trx,
  month: string,
  count: number,
): Promise<void> =>
  tellOwners(services, trx, {
    kind: 'payouts',
    subject: `Payouts of ${month} wait for two owners`,
    paragraphs: [
      `${count === 1 ? 'One payout to an affiliate was' : `${count} payouts to affiliates were`} drawn up for ${month}. The money is sent once two owners agree.`,
    ],
    label: 'Approvals',
    path: '/staff/approvals',
  })
