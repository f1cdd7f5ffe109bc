import type { Reading } from '../api/readings.ts'
import { waitingMails } from './queue.sql.ts'

export const mailReading: Reading<'sites_mails_waiting' | 'sites_mail_overdue_seconds'> = {
  metrics: {
    sites_mails_waiting: 'Mails that are not sent yet, of the first ten thousand',
    sites_mail_overdue_seconds: 'Since when the mail is due that waits longest; 0 where none is',
  },
  labels: [],
  async read({ db, clock }) {
    const { waiting, dueAt } = await waitingMails(db)
    const overdue = dueAt === null ? 0 : Math.max(0, clock.now().getTime() - dueAt.getTime()) / 1000
    return [
      { labels: {}, values: { sites_mails_waiting: waiting, sites_mail_overdue_seconds: overdue } },
    ]
  },
}
