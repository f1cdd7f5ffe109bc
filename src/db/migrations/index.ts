import type { Migration } from 'kysely/migration'
import * as firstSchema from './0001-first-schema.ts'
import * as peopleFoundFast from './0002-people-found-fast.ts'
import * as resetRequests from './0003-reset-requests.ts'
import * as staffSecondFactor from './0006-staff-second-factor.ts'

/** In the order in which they run; a migration that has shipped is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-first-schema': firstSchema,
  '0002-people-found-fast': peopleFoundFast,
  '0003-reset-requests': resetRequests,
  '0006-staff-second-factor': staffSecondFactor,
}
