/**
 * Lets calls about the same thing follow one another: an undo that overtakes what it undoes would
 * be without effect.
 */
export function createOrder(): <T>(id: number, call: () => Promise<T>) => Promise<T> {
  const last = new Map<number, Promise<unknown>>()
  return (id, call) => {
    const done = (last.get(id) ?? Promise.resolve()).then(call, call)
    last.set(id, done)
    return done
  }
}
