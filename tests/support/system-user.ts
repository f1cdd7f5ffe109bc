import { execFileSync } from 'node:child_process'

/** Where Debian has the programs of a server; they are not on the path. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin'

/**
 * PostgreSQL and PgBouncer refuse to run as root; Debian's packages have made this user. Null: we
 * are somebody else already.
 */
export function postgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const [uid = 0, gid = 0] = ['-u', '-g'].map((of) =>
    Number(execFileSync('id', [of, 'postgres'], { encoding: 'utf8' })),
  )
  return { uid, gid }
}
