import { execFileSync } from 'node:child_process'

/** PostgreSQL and PgBouncer refuse to run as root; Debian's packages have made this user. Null: we are somebody else already. */
export function postgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const [uid = 0, gid = 0] = ['-u', '-g'].map((of) => Number(execFileSync('id', [of, 'postgres'], { encoding: 'utf8' })))
  return { uid, gid }
}
