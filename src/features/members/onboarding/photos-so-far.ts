import type { Client } from '../../../api/client.ts'
import type { listOwnPhotos } from '../photos/photos.contract.ts'

/** What the forms with a newcomer's first photo show of those they have; nothing is known of somebody without a session. */
export async function photosSoFar(
  api: Pick<Client, 'send'> | null | undefined,
): Promise<{ photoCount: number; asksRules: boolean }> {
  if (!api) return { photoCount: 0, asksRules: true }
  const { photos, asksRules } = await api.send<typeof listOwnPhotos>('GET /image/mine', {})
  return { photoCount: photos.length, asksRules }
}
