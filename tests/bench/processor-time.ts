import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#db/connection.server.ts'

/**
 * Milliseconds that a server and the connections of its database have used; `db` has to be a pool
 * of one.
 */
export async function processorTime(
  db: Db,
  pid: number,
): Promise<{ app: number; database: number }> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
  `.execute(db)
  const timesOf = async (pids: readonly number[]) =>
    (await Promise.all(pids.map(timeOf))).reduce((sum, time) => sum + time, 0)
  return {
    app: await timesOf(await withWorkers(pid)),
    database: await timesOf(rows.map((row) => row.pid)),
  }
}

/**
 * The process, and its workers, which answer where there are some; not the sandbox, which is no
 * part of a production.
 */
async function withWorkers(pid: number): Promise<number[]> {
  const started = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
  const commands = await Promise.all(started.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8')))
  return [
    pid,
    ...started.filter((_, at) =>
      commands[at]?.split('\0').some((word) => word.endsWith('src/server.ts')),
    ),
  ]
}

async function timeOf(pid: number): Promise<number> {
  const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** In megabytes, of all its processes. */
export async function residentMemory(pid: number): Promise<number> {
  let megabytes = 0
  for (const one of await withWorkers(pid)) {
    const [, kilobytes = '0'] =
      /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${one}/status`, 'utf8')) ?? []
    megabytes += Number(kilobytes) / 1024
  }
  return megabytes
}
