import { ApiError } from '#api/errors.ts'

/**
 * Does each by itself, one after the other: what is refused of one holds up no other. Throws the
 * first refusal where nothing was done.
 */
export async function eachAlone<T>(
  ids: readonly number[],
  act: (id: number) => Promise<T>,
): Promise<{ done: T[]; refused: number }> {
  const done: T[] = []
  const refusals: ApiError[] = []
  for (const id of new Set(ids)) {
    try {
      done.push(await act(id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusals.push(error)
    }
  }
  if (done.length === 0 && refusals[0]) throw refusals[0]
  return { done, refused: refusals.length }
}
