import { api } from '#api/client.ts'
import { once } from '../desk/desk.store.ts'
import type { decidePose } from './pose-queue.contract.ts'

export function decideCheck(
  task: number,
  mainPhotoId: number | null,
  verdict: string,
): Promise<void> {
  return once(() =>
    api.send<typeof decidePose>('POST /staff/decidePose', {
      body: { task, verdict, ...(mainPhotoId === null ? {} : { mainPhotoId }) } as never,
    }),
  )
}
