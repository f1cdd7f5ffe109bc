import { type Erasure, numberStays } from '../../../api/erasure.server.ts'

const deciders = [
  'author_id',
  'submitted_by',
  'ready_by',
  'published_by',
  'retired_by',
  'discarded_by',
]

/** What happens to texts when the account of somebody who wrote them is erased. */
export const publishingErasures: readonly Erasure[] = [
  numberStays('content_revisions', deciders, 'the texts are the company’s, with their history'),
]
