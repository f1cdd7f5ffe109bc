/** Node’s names, PostgreSQL’s code, and the numbers of the file system inside PGlite (WASI’s). */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100']
const WASI: readonly unknown[] = [51, 19, 22]

/** Whether nothing more could be written: no space, a quota, or the largest file allowed. */
export function isDiskFull(error: unknown): boolean {
  const { code, name, errno } = (error ?? {}) as { code?: unknown; name?: unknown; errno?: unknown }
  return CODES.includes(code) || (name === 'ErrnoError' && WASI.includes(errno))
}
