/** Of a file that is not there, or not any more; any other failure is thrown. */
export function ifMissing<T>(otherwise: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error
    return otherwise
  }
}
