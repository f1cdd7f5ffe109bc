import type { Services } from '../../../api/services.server.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { brandById } from '../../../sites/registry.ts'
import { contactOf } from '../../core/accounts/account-status.sql.ts'
import { linkTo } from '../../core/accounts/mails.ts'
import { staffWith } from '../../core/staff-accounts/roles.sql.ts'

/** To each owner: an affiliate's server failed so often that it is told nothing more. */
export async function tellStopped(services: Services, trx: Trx, code: string): Promise<void> {
  for (const id of await staffWith(trx, ['owner'])) {
    const contact = await contactOf(trx, id)
    const brand = contact && brandById(contact.brand)
    if (!brand) continue
    await services.queueMail(trx, {
      kind: 'postbacksStopped',
      brand,
      accountId: id,
      to: contact.email,
      subject: 'An affiliate is told nothing more',
      greeting: `Hello ${contact.username},`,
      paragraphs: [
        `The server of affiliate ${code} took nothing in ten tries over three days. What waits is kept for 30 days.`,
        'Ask them what is wrong, and begin again on their page.',
      ],
      action: {
        label: 'Their page',
        url: linkTo(services, brand, `/staff/affiliate/${encodeURIComponent(code)}`),
      },
      list: null,
    })
  }
}
