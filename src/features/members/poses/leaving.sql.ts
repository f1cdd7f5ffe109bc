import { type Collection, inPages } from '#api/collections.server.ts'
import type { Erasings } from '#api/erasure.server.ts'
import { closeTasksAbout } from '#core/tasks/tasks.sql.ts'
import { poseFileName } from './pose-checks.ts'

export const verificationErasures: Erasings = {
  pose_checks: {
    async erase({ db, photoFiles, clock }, accountId, most) {
      const rows = await db
        .selectFrom('pose_checks')
        .select(['id', 'key'])
        .where('account_id', '=', accountId)
        .orderBy('id')
        .limit(most)
        .execute()
      if (rows.length === 0) return 0
      await photoFiles.remove(rows.flatMap(({ key }) => (key === null ? [] : [poseFileName(key)])))
      await db
        .deleteFrom('pose_checks')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
      const at = clock.now()
      for (const { id } of rows)
        await closeTasksAbout(db, ['poses'], id, { by: null, at, outcome: 'gone' })
      return rows.length
    },
  },
}

export const verificationCollections: readonly Collection[] = [
  {
    name: 'photo-checks',
    title: 'Your photo checks',
    rows: (db, accountId) =>
      inPages((after, most) =>
        db
          .selectFrom('pose_checks')
          .select([
            'id as key',
            'pose',
            'asked_at as asked',
            'sent_at as sent',
            'outcome',
            'reason',
            'decided_at as decided',
          ])
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(most)
          .execute(),
      ),
  },
]
