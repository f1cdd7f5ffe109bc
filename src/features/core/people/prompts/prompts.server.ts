import { type Call, type Handler, handle } from '#api/call.server.ts'
import { fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { profilePage } from '#sites/profile-parts.ts'
import { changePrompts } from './prompts.contract.ts'
import { addAnswer, changeAnswer, removeAnswer } from './prompts.sql.ts'

const changeHandler = handle(changePrompts, async ({ body, scope, services }) => {
  await services.db.transaction().execute((trx) => change(trx, scope, body))
  return { ok: true as const, next: profilePage('prompts', 'prompts') }
})

async function change(
  trx: Trx,
  { brand, member, at }: Scope,
  body: Call<typeof changePrompts>['body'],
): Promise<void> {
  switch (body.act) {
    case 'add': {
      const prompt = brand.prompts.find(({ key }) => key === body.prompt)
      if (!prompt) throw fieldError('prompt', 'Please choose one of the questions.')
      return addAnswer(trx, member.id, prompt, { brand: brand.id, answer: body.answer, at })
    }
    case 'remove':
      return removeAnswer(trx, member.id, body.id)
    default:
      return changeAnswer(trx, member.id, body.id, body.answer, moves[body.act])
  }
}

const moves = { save: 0, earlier: -1, later: 1 } as const

export const promptHandlers: Handler[] = [changeHandler]
