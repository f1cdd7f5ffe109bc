import { type Collection, ownRows } from '../api/collections.server.ts'
import type { Erasings } from '../api/erasure.server.ts'

export const mailErasures: Erasings = {
  mail_suppressions: {
    kept: {
      retention: {
        what: 'That an address does not want mail (only as a hash)',
        why: 'our duty to keep to it',
        howLong: 'for good',
        days: null,
      },
      sweep: null,
    },
  },
}

export const mailCollections: readonly Collection[] = [
  {
    name: 'mails',
    title: 'Mails to you of the last two weeks',
    rows: ownRows('mails', [
      'id as key',
      'brand as site',
      'kind',
      'recipient as to',
      'subject',
      'queued_at as written',
      'sent_at as sent',
    ]),
  },
]
