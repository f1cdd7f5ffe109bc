import { api } from '#api/client.ts'
import { goOn } from '#staff/desk/desk.store.ts'
import type { decideAppeal } from '../appeals/appeals.contract.ts'
import { type Act, actTable } from '../decisions.ts'
import type { decideTask } from './decide.contract.ts'

/**
 * What a form says that the chosen act does not need stays out: fields that it hides keep their
 * values.
 */
export async function decide(fields: FormData): Promise<void> {
  const { days, text, photo, ...body } = Object.fromEntries(fields)
  const act = body['act'] as Act
  const { next } = await api.send<typeof decideTask>('POST /staff/decide', {
    body: {
      ...body,
      ...(actTable[act].lasts ? { days } : {}),
      ...(act === 'removeText' ? { text } : {}),
      ...(act === 'hidePhoto' ? { photo } : {}),
    } as never,
  })
  await goOn(next)
}

export async function answerAppeal(fields: FormData): Promise<void> {
  const { next } = await api.send<typeof decideAppeal>('POST /staff/decideAppeal', {
    body: Object.fromEntries(fields) as never,
  })
  await goOn(next)
}
