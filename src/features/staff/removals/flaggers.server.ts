import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { assertLead } from '#core/staff-accounts/roles.server.ts'
import { changeFlaggers, getFlaggers } from './flaggers.contract.ts'
import { allFlaggers, endFlagger, insertFlagger } from './flaggers.sql.ts'
import { FLAGGERS_PATH } from './flaggers.ts'

const listHandler = handle(getFlaggers, async ({ scope, services: { db } }) => {
  await assertLead(db, scope.member.id)
  const flaggers = await allFlaggers(db)
  const names = await usernamesOf(db, [...new Set(flaggers.map(({ addedBy }) => addedBy))])
  return {
    flaggers: flaggers.map((one) => ({
      ...one,
      addedAt: one.addedAt.toISOString(),
      addedBy: names.get(one.addedBy) ?? 'somebody who has left',
      endedAt: one.endedAt?.toISOString() ?? null,
    })),
  }
})

const changeHandler = handle(changeFlaggers, async ({ body, scope, services }) => {
  const { member, at } = scope
  await services.db.transaction().execute(async (trx) => {
    await assertLead(trx, member.id)
    if (body.act === 'add') {
      const { name, email } = body
      const flagger = await insertFlagger(trx, { name, email, by: member.id, at })
      if (flagger === null) throw fieldError('email', 'This address is registered already.')
      return recordAct(trx, scope, {
        action: 'staff.addFlagger',
        subjectId: null,
        details: { flagger },
      })
    }
    if (!(await endFlagger(trx, body.id, { by: member.id, at })))
      throw new ApiError('conflict', 'They are no trusted flagger any more. Nothing was changed.')
    return recordAct(trx, scope, {
      action: 'staff.endFlagger',
      subjectId: null,
      details: { flagger: body.id },
    })
  })
  return {
    ok: true as const,
    next: `${FLAGGERS_PATH}?done=${body.act === 'add' ? 'added' : 'ended'}`,
  }
})

export const flaggerHandlers: Handler[] = [listHandler, changeHandler]
