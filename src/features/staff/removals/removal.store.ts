import { api } from '#api/client.ts'
import { goOn } from '../desk/desk.store.ts'
import type { decideRemoval } from './removals.contract.ts'

export async function answerRequest(fields: FormData): Promise<void> {
  const { next } = await api.send<typeof decideRemoval>('POST /staff/decideRemoval', {
    body: { ...Object.fromEntries(fields), photos: fields.getAll('photos') } as never,
  })
  await goOn(next)
}
