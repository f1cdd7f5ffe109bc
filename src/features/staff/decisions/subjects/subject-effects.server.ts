import type { Services } from '#api/services.server.ts'
import type { Person } from '#core/accounts/standing/standing.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import type { DecisionRow } from '../decisions.sql.ts'
import type { statementOf } from '../statements/statements.ts'

/** What the statement of reasons says of what a decision did. */
export type Done = Partial<
  Pick<Parameters<typeof statementOf>[0], 'photo' | 'isTextGone' | 'newName' | 'cancelled'>
>

/** One kind of thing that decisions are about: what becomes of it. */
export type SubjectEffects = {
  concerns(decision: DecisionRow): boolean
  /** Whether it is not there any more as it was seen. */
  outdated(services: Services, trx: Trx, person: Person, decision: DecisionRow): Promise<boolean>
  apply(
    trx: Trx,
    person: Person,
    decision: DecisionRow,
    how: { isGone: boolean; at: Date },
  ): Promise<Done>
  /** Undoes what `apply` did and is still there. */
  giveBack(trx: Trx, person: Person, decision: EffectiveDecision, at: Date): Promise<void>
}

type EffectiveDecision = DecisionRow & { took_effect_at: Date }
