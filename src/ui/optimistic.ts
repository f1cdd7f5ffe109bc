import { assertRefused } from '../api/client.ts'
import { showToast } from './toasts.store.ts'

/**
 * Shows at once what the server is asked for; where it refuses, takes it back and says why. Null
 * then.
 */
export async function optimistic<T>(
  set: () => void,
  call: () => Promise<T>,
  rollBack: () => void,
): Promise<T | null> {
  set()
  try {
    return await call()
  } catch (error) {
    rollBack()
    assertRefused(error)
    showToast(error.message)
    return null
  }
}
