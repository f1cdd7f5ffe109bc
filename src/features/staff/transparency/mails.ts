import { linkTo, type Network } from '#core/accounts/mails.ts'
import { type Queue, queues } from '#core/staff-accounts/queues.ts'
import { type DeadlineName, deadlines, type Level } from '#core/tasks/deadlines.ts'
import { dateFormat } from '#lib/formats.ts'
import { type Mail, mailTo, type Recipient } from '#mail/mail.ts'
import type { Brand } from '#sites/site.ts'

/** What is new of one kind: how many, and when the first of them is due. */
export type DueLine = { level: Level; what: Queue | DeadlineName; count: number; dueAt: Date }

const isQueue = (what: DueLine['what']): what is Queue =>
  (queues as readonly string[]).includes(what)

function inWords({ what, count, dueAt }: DueLine): string {
  const due = dateFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(dueAt)
  const said = isQueue(what)
    ? `${count === 1 ? 'one task' : `${count} tasks`} in the queue “${what}”`
    : `${count} of: after ${deadlines[what].starts}, ${deadlines[what].done}`
  return `${said}; the first is due at ${due} UTC.`
}

/** To a lead: what comes near the end of its time, or is past it. */
export function deadlinesMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  lines: readonly DueLine[],
): Mail {
  const part = (level: Level, title: string) => {
    const found = lines.filter((line) => line.level === level)
    return found.length === 0 ? [] : [title, ...found.map(inWords)]
  }
  return mailTo(brand, account, {
    kind: 'deadlines',
    subject: lines.some(({ level }) => level === 'alarm')
      ? 'Work that is due now'
      : 'Work that is due soon',
    paragraphs: [
      ...part('alarm', 'Near the end of its time, or past it:'),
      ...part('warning', 'Half of its time is over:'),
    ],
    action: { label: 'Go to work', url: linkTo(network, brand, '/staff') },
  })
}
