import { type Erasure, numberStays } from '../../api/erasure.server.ts'

/** What happens to requests for removal when an account is erased: those who make them need none. */
export const removalErasures: readonly Erasure[] = [numberStays('removals', ['decided_by'], 'a decision of staff stays where it was made')]
