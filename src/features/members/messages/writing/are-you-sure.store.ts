import { CallError } from '#api/client.ts'
import { confirm } from '#ui/confirm.store.ts'

/**
 * Asks before a message goes out. False where the member wants to edit it, also by Escape or a
 * click beside it.
 */
export function isSureOf(question: string): Promise<boolean> {
  return confirm({ title: 'Are you sure?', text: question, yes: 'Send anyway', no: 'Edit' })
}

/** Sends what the server may ask about; null where the member wants to edit it first. */
export async function sendWhenSure<T>(send: (isSure?: 'yes') => Promise<T>): Promise<T | null> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'areYouSure') throw error
    return (await isSureOf(error.message)) ? send('yes') : null
  }
}
