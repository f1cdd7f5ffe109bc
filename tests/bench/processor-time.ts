import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/db/connection.server.ts'

/** Milliseconds that a server and the connections of its database have used; `db` has to be a pool of one. */
export async function processorTime(db: Db, pid: number): Promise<{ app: number; database: number }> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
  `.execute(db)
  const times = await Promise.all(rows.map((row) => timeOf(row.pid)))
  return { app: await timeOf(pid), database: times.reduce((sum, time) => sum + time, 0) }
}

async function timeOf(pid: number): Promise<number> {
  const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** In megabytes. */
export async function residentMemory(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
