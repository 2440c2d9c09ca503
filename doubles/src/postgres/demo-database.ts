import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from './postgres-server.ts'

export class NoDatabase extends Error {}

export interface DemoDatabase {
  url: string
  remove(): Promise<void>
}

/**
 * Creates an empty PostgreSQL database that is removed at the end: on the server of DATABASE_URL if that is set,
 * without changing its other databases, otherwise on a new server.
 * @throws NoDatabase saying what to do.
 */
export async function makeDemoDatabase(serverUrl: string | undefined): Promise<DemoDatabase> {
  if (serverUrl) return makeDatabaseOn(serverUrl)
  const postgres = await startPostgres()
  if (!postgres) {
    throw new NoDatabase(
      'The demo needs PostgreSQL: install it (Debian and Ubuntu: apt-get install postgresql), or set DATABASE_URL to a server of yours where a database for the demo may be made.',
    )
  }
  return { url: postgres.createDatabase(), remove: () => postgres.stop() }
}

async function makeDatabaseOn(serverUrl: string): Promise<DemoDatabase> {
  const name = `dashboard_demo_${randomBytes(6).toString('hex')}`
  try {
    await query(serverUrl, `create database ${name}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new NoDatabase(
      `The demo could not make a database of its own on the server of DATABASE_URL (${reason}): check the address and that its user has the right CREATEDB, or unset DATABASE_URL where PostgreSQL is installed.`,
    )
  }
  return {
    url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
    remove: () => query(serverUrl, `drop database ${name} with (force)`),
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
