/**
 * What is counted by brand and day; `detail` says which of its kind. Money is in the smallest unit
 * of a currency.
 */
const measures = {
  arrival: 'People who came to a guest page from elsewhere, by campaign of an affiliate',
  joined: 'Accounts made, by way of joining',
  confirmed: 'Addresses confirmed for the first time',
  step: 'Steps after joining that were finished, by step',
  photo: 'Members of whom a first photo is shown',
  message: 'Members who wrote their first message',
  firstPayment: 'Members who paid for the first time',
  // Of those who joined that day: how far they came, by step of the funnel.
  reached: 'Of those who joined then, who came how far',
  payment: 'Charges, by kind',
  charge: 'Charges, by processor',
  refund: 'What went back, by processor',
  chargeback: 'What banks took back, by processor',
  declined: 'Charges that were declined, by processor',
  credits: 'Credits given and spent, by reason',
  creditsOwed: 'Credits that somebody holds, by the month in which they expire',
  dunning: 'Declined renewals, opened or by how they ended',
  cancelled: 'Subscriptions of which the renewal was ended',
  left: 'Accounts deleted by their owners, by reason',
  returned: 'Deletions taken back',
  task: 'Tasks of staff that were decided, by queue',
  active: 'Members who were there that day',
} as const
export type Measure = keyof typeof measures

/** Counted among those who joined in the same month, and nowhere else. */
export type CohortMeasure = 'came' | 'paid'

/** How far somebody came who joined, in order; `joined` is the first. */
export const funnelSteps = ['confirmed', 'photo', 'message', 'firstPayment'] as const
export type FunnelStep = (typeof funnelSteps)[number]
