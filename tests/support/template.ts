import pg from 'pg'
import { openPostgres } from '#db/connection.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { fillDemo } from '#demo/network.server.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

export async function startTemplate(): Promise<PostgresServer> {
  const server = await startPostgres({ isDurable: false })
  const template = await openPostgres(await server.create('template_app'), 1)
  await migrate(template.db)
  await template.close()
  return server
}

export async function copyOfTemplate(
  url: string,
  name: string,
  template = 'template_app',
): Promise<string> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  // Copied as files: through the log it takes longer where there is no disk to wait for.
  await client.query(
    `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} strategy file_copy`,
  )
  await client.end()
  return `${url}/${name}`
}

/**
 * Of a test that is over: all databases of a run together would fill the memory that they are in.
 */
export async function dropCopy(address: string): Promise<void> {
  const { pathname, href } = new URL(address)
  const client = new pg.Client({ connectionString: href.replace(pathname, '/postgres') })
  await client.connect()
  await client.query(
    `drop database if exists ${pg.escapeIdentifier(pathname.slice(1))} with (force)`,
  )
  await client.end()
}

/**
 * With the demo network, which the first that asks makes: it takes longer than the start of the
 * product.
 */
export async function copyOfDemo(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  // Held until the connection ends: another worker waits for what this one makes.
  await client.query('select pg_advisory_lock(1)')
  const { rowCount } = await client.query(`select from pg_database where datname = 'template_demo'`)
  if (rowCount === 0) {
    const demo = await openPostgres(await copyOfTemplate(url, 'demo_in_making'), 1)
    await fillDemo(demo.db, { now: new Date() })
    await demo.close()
    await client.query('alter database demo_in_making rename to template_demo')
  }
  await client.end()
  return copyOfTemplate(url, name, 'template_demo')
}
