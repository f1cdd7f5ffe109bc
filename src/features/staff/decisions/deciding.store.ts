import { api } from '../../../api/client.ts'
import type { Answer } from '../../../api/contract.ts'
import type { decideTask } from './decide.contract.ts'
import { type Act, actTable } from './decisions.ts'

/** What a form says that the chosen act does not need stays out: fields that it hides keep their values. */
export async function decide(fields: FormData): Promise<Answer<typeof decideTask>> {
  const { days, text, photo, ...body } = Object.fromEntries(fields)
  const act = body['act'] as Act
  return api.send<typeof decideTask>('POST /staff/decide', {
    body: {
      ...body,
      ...(actTable[act].lasts ? { days } : {}),
      ...(act === 'removeText' ? { text } : {}),
      ...(act === 'hidePhoto' ? { photo } : {}),
    } as never,
  })
}
