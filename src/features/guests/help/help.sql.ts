import type { Db } from '#db/connection.server.ts'

/** `day` as YYYY-MM-DD. */
export type Vote = { brand: string; questionId: string; day: string; wasUseful: boolean }

export async function countVote(
  db: Db,
  { brand, questionId, day, wasUseful }: Vote,
): Promise<void> {
  await db
    .insertInto('help_votes')
    .values({
      brand,
      question_id: questionId,
      day,
      useful: wasUseful ? 1 : 0,
      not_useful: wasUseful ? 0 : 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['brand', 'question_id', 'day']).doUpdateSet((eb) => ({
        useful: eb('help_votes.useful', '+', eb.ref('excluded.useful')),
        not_useful: eb('help_votes.not_useful', '+', eb.ref('excluded.not_useful')),
      })),
    )
    .execute()
}
