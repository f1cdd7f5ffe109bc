import { map } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { showToast } from '#ui/toasts.store.ts'
import type { requestPhoto } from './access.contract.ts'

/** Members whom the viewer asked on this page, by id. */
export const $asked = map<Record<number, boolean>>({})

export async function askForPhotos(id: number): Promise<void> {
  $asked.setKey(id, true)
  try {
    const { asked } = await api.send<typeof requestPhoto>('POST /profile/requestPhoto', {
      body: { id },
    })
    showToast(
      asked === 'toSeePrivate' ? 'You asked to see the private photos.' : 'You asked for a photo.',
    )
  } catch (error) {
    $asked.setKey(id, false)
    assertRefused(error)
    showToast(error.message)
  }
}
