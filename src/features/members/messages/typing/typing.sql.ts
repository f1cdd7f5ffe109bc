import type { Scope } from '#api/member.server.ts'
import { knownTo } from '#core/people/shown-to/visible.sql.ts'
import type { Db } from '#db/connection.server.ts'

export type TypingListener = {
  isPaused: boolean
  /** Whether there is a conversation that they have not hidden. */
  hasOpen: boolean
}

/** Somebody whom the member may see, as one who may be told that the member writes. */
export async function findListener(
  db: Db,
  scope: Scope,
  otherId: number,
): Promise<TypingListener | undefined> {
  return knownTo(db, scope)
    .leftJoin('conversation_sides as side', (join) =>
      join
        .onRef('side.account_id', '=', 'people.account_id')
        .on('side.other_id', '=', scope.member.id)
        .on('side.hidden_at', 'is', null),
    )
    .select((e) => [
      e('people.paused_at', 'is not', null).$castTo<boolean>().as('isPaused'),
      e('side.account_id', 'is not', null).$castTo<boolean>().as('hasOpen'),
    ])
    .where('people.account_id', '=', otherId)
    .executeTakeFirst()
}
