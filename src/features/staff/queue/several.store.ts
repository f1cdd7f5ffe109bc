import { api } from '#api/client.ts'
import { goOn } from '../desk/desk.store.ts'
import type { decideSeveral } from './several.contract.ts'

export async function decideChosen(fields: FormData): Promise<void> {
  const { next } = await api.send<typeof decideSeveral>('POST /staff/decideSeveral', {
    body: {
      ...Object.fromEntries(fields),
      tasks: fields.getAll('tasks'),
      queue: fields.getAll('queue'),
    } as never,
  })
  await goOn(next)
}
