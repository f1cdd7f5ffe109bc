import type { Feature } from '#api/feature.ts'
import { reconciliationJob } from './reconciliation.server.ts'
import { sweepJob } from './sweep.server.ts'

export const books: Feature = {
  room: 'money/books',
  jobs: [reconciliationJob, sweepJob],
}
