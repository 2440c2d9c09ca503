import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { rootCertificates, TLSSocket } from 'node:tls'
import { type Certificate, loopbackCertificate } from '@dashboard/doubles/smtp/smtp-certificate'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { PostgresTls } from '../settings/settings-postgres.ts'
import { postgresDialect } from './open-database.ts'
import type { Database } from './schema.ts'

/** Messages of PostgreSQL: a byte that says which, and the length of what follows. */
function message(kind: string, ...body: number[]): Buffer {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(kind)
  bytes.writeInt32BE(4 + body.length, 1)
  bytes.set(body, 5)
  return bytes
}
const authenticated = message('R', 0, 0, 0, 0)
const ready = message('Z', 'I'.charCodeAt(0))
const parsed = message('1')
const bound = message('2')
const noRows = message('n')
const done = message('C', ...Buffer.from('SELECT 0\0'))

/**
 * Starts a server that lets everybody in and answers each statement with no rows, after TLS where it has a certificate:
 * it shows what the pool accepts, on machines without PostgreSQL too.
 */
async function startServer(certificate?: Certificate) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    if (!certificate) return serve(socket)
    socket.once('data', () => {
      socket.write('S')
      serve(new TLSSocket(socket, { isServer: true, ...certificate }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `postgres://dashboard@127.0.0.1:${port}/dashboard`, sockets }
}

function serve(socket: Socket): void {
  socket.on('error', () => {})
  socket.once('data', () => {
    socket.write(Buffer.concat([authenticated, ready]))
    socket.on('data', () => socket.write(Buffer.concat([parsed, bound, noRows, done, ready])))
  })
}

function open(url: string, tls?: PostgresTls): Kysely<Database> {
  const limits = { size: 2, connectMs: 60_000, statementMs: 60_000 }
  const db = new Kysely<Database>({ dialect: postgresDialect({ url, tls }, limits) })
  onTestFinished(() => db.destroy())
  return db
}

const withoutFiles = { ca: undefined, cert: undefined, key: undefined }
const ask = (db: Kysely<Database>) => sql`select 1`.execute(db)

test.each(['require', 'verify-ca', 'verify-full'] as const)(
  'a certificate of an authority that is not the given one is refused by %s',
  async (mode) => {
    const { url } = await startServer(loopbackCertificate())
    const [other = ''] = rootCertificates
    await expect(ask(open(url, { ...withoutFiles, mode, ca: other }))).rejects.toThrow(
      /self-signed certificate/,
    )
  },
)

test.each(['verify-ca', 'verify-full'] as const)(
  'a self-signed certificate is refused by %s, and accepted where it is given as the authority',
  async (mode) => {
    const certificate = loopbackCertificate()
    const { url } = await startServer(certificate)
    await expect(ask(open(url, { ...withoutFiles, mode }))).rejects.toThrow(
      /self-signed certificate/,
    )
    await ask(open(url, { ...withoutFiles, mode, ca: certificate.cert }))
  },
)

test('an idle connection that breaks does no harm, and is replaced', async () => {
  const { url, sockets } = await startServer()
  const db = open(url)
  const thrown: unknown[] = []
  const note = (error: unknown) => thrown.push(error)
  process.on('uncaughtExceptionMonitor', note)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', note))
  await ask(db)
  const [first] = sockets
  if (!first) throw new Error('There is no connection')
  // Closes for good once the other side has noticed.
  const closed = once(first, 'close')
  first.end()
  await closed
  await new Promise(setImmediate)
  await expect.poll(() => ask(db).then(() => sockets.length)).toBe(2)
  expect(thrown).toEqual([])
})
