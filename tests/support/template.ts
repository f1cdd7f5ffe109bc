import pg from 'pg'
import { migrate, openPostgres } from '../../src/db/connection.server.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

export async function startTemplate(): Promise<PostgresServer> {
  const server = await startPostgres()
  const template = await openPostgres(await server.create('template_app'), 1)
  await migrate(template.db)
  await template.close()
  return server
}

export async function copyOfTemplate(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(`create database ${pg.escapeIdentifier(name)} template template_app`)
  await client.end()
  return `${url}/${name}`
}
