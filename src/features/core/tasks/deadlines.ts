import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import type { Queue } from '../staff-accounts/queues.ts'

/**
 * A running clock of the law or of the card schemes. `within`: milliseconds, or days of business.
 * `owner`: whose queue or work it is. `kept`: what the product reads to warn and alarm, tasks of
 * staff or rows of its own; `always`: it cannot be missed.
 */
export type Deadline = {
  starts: string
  done: string
  within: number | { businessDays: number }
  owner: Queue | 'tickets' | 'mail' | 'billing' | 'operator'
  kept: 'task' | 'rows' | 'report' | 'always'
  source: string
}

export const deadlines = {
  removalRequest: {
    starts: 'a valid request about an intimate picture',
    done: 'the picture is removed, and copies are looked for',
    within: 48 * HOUR,
    owner: 'removals',
    kept: 'task',
    source: 'TAKE IT DOWN Act; UK Online Safety Act',
  },
  illegalContent: {
    starts: 'a complaint about illegal or non-consensual content',
    done: 'it is decided, and answered',
    within: { businessDays: 7 },
    owner: 'reports',
    kept: 'task',
    source: 'Mastercard AN 5196',
  },
  fraudNotice: {
    starts: 'a ban for fraud',
    done: 'everybody who received a message and answered has been told',
    within: 24 * HOUR,
    owner: 'mail',
    kept: 'rows',
    source: 'Vermont 9 V.S.A. § 2482b',
  },
  accountNotice: {
    starts: 'a change of an account',
    done: 'a notice with a short description is sent',
    within: 24 * HOUR,
    owner: 'mail',
    kept: 'rows',
    source: 'Vermont 9 V.S.A. § 2482b',
  },
  withdrawalReceipt: {
    starts: 'a withdrawal or a cancellation is confirmed',
    done: 'the receipt with content, date and time is sent',
    within: MINUTE,
    owner: 'mail',
    kept: 'rows',
    source: 'Art. 11a Consumer Rights Directive: without undue delay',
  },
  withdrawalRefund: {
    starts: 'a withdrawal',
    done: 'the money is back, by the same means',
    within: 14 * DAY,
    owner: 'billing',
    kept: 'rows',
    source: 'Consumer Rights Directive',
  },
  statementOfReasons: {
    starts:
      'a decision against content or an account takes effect, and with it its statement of reasons is there',
    done: 'the statement is mailed',
    within: HOUR,
    owner: 'mail',
    kept: 'rows',
    source: 'DSA Art. 17',
  },
  appeal: {
    starts: 'an appeal against a decision',
    done: 'somebody else decides, and answers',
    within: { businessDays: 7 },
    owner: 'appeals',
    kept: 'task',
    source: 'DSA Art. 20: in a timely manner',
  },
  appealOpen: {
    starts: 'a decision takes effect',
    done: 'one can object to it until then',
    within: 183 * DAY,
    owner: 'appeals',
    kept: 'always',
    source: 'DSA Art. 20: six months',
  },
  renewalReminder: {
    starts: 'a reminder of the end of a trial or of a renewal is due',
    done: 'it is sent, before the trial ends',
    within: 12 * HOUR,
    owner: 'mail',
    kept: 'rows',
    source: 'UK DMCC Act; laws of the states',
  },
  transparencyReport: {
    starts: 'the end of a year',
    done: 'the report of the year is made (npm run report:transparency) and published',
    within: 59 * DAY,
    owner: 'operator',
    kept: 'report',
    source: 'Implementing Regulation (EU) 2024/2835: two months',
  },
  urgentTicket: {
    starts: 'somebody writes to support about their safety',
    done: 'they are answered',
    within: 4 * HOUR,
    owner: 'tickets',
    kept: 'rows',
    source:
      'the house: money that a swindler asked for is mostly sent on the same day, and a shift of staff has eight hours',
  },
  soonTicket: {
    starts: 'somebody writes to support about money, or about getting in or leaving',
    done: 'they are answered',
    within: DAY,
    owner: 'tickets',
    kept: 'rows',
    source: 'the house: whoever waits for longer asks the bank, and a period for withdrawal runs',
  },
  usualTicket: {
    starts: 'somebody writes to support',
    done: 'they are answered',
    within: 3 * DAY,
    owner: 'tickets',
    kept: 'rows',
    source: 'the house: a weekend may lie between, and who hears nothing for longer writes again',
  },
  withdrawnHash: {
    starts: 'a list of hashes was read the last time, and may have withdrawn one since',
    done: 'it is read again, and our copy is gone',
    within: 24 * HOUR,
    owner: 'operator',
    kept: 'rows',
    source: 'StopNCII',
  },
} as const satisfies Record<string, Deadline>
export type DeadlineName = keyof typeof deadlines

/** When something that starts now must be done. */
export function dueAfter(start: Date, within: Deadline['within']): Date {
  if (typeof within === 'number') return new Date(start.getTime() + within)
  const due = new Date(start)
  for (let left = within.businessDays; left > 0;) {
    due.setTime(due.getTime() + DAY)
    const weekday = due.getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return due
}

/**
 * Of a clock that is shorter than two days, the alarm comes in its last quarter, since a day before
 * its end it has just begun.
 */
const LAST_DAY = 24 * HOUR
export const LONG = 2 * LAST_DAY

export function warningAt(start: Date, due: Date): Date {
  return new Date((start.getTime() + due.getTime()) / 2)
}

export function alarmAt(start: Date, due: Date): Date {
  const whole = due.getTime() - start.getTime()
  return new Date(due.getTime() - (whole >= LONG ? LAST_DAY : whole / 4))
}

export type Level = 'warning' | 'alarm'

/** What is due to be said of a clock at a moment; null: nothing yet. */
export function levelAt(start: Date, due: Date, at: Date): Level | null {
  if (at >= alarmAt(start, due)) return 'alarm'
  return at >= warningAt(start, due) ? 'warning' : null
}
