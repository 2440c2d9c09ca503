import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findServerPort } from '../server-port.ts'

export interface PostgresServer {
  /** Address of a database whose user may create others. */
  url: string
  /** Creates a database, by default an empty one with a new name, and returns its address. */
  createDatabase(options?: NewDatabase): string
  /** Stops the server without deleting its data: with a clean shutdown, or as in a power cut. */
  halt(how: 'politely' | 'at once'): Promise<void>
  /** Starts a halted server again at the same address. */
  start(): Promise<void>
  /** Pauses all processes of the server until `thaw`, like a machine that hangs: connections stay open. */
  freeze(): void
  thaw(): void
  /** Copies the data of a halted server into a folder; other servers can start from it. */
  copyData(folder: string): void
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

interface NewDatabase {
  name?: string
  /** Database of the server to copy; nobody may be connected to it. */
  template?: string
}

const debianRoot = '/usr/lib/postgresql'

/** Whether this machine has the programs of a PostgreSQL server. */
export function hasPostgres(): boolean {
  return findBinaries() !== undefined
}

/**
 * Starts PgBouncer before a server, with these additional lines of settings; returns the address of the database behind
 * it.
 */
export async function startPgBouncer(
  url: string,
  lines: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-pgbouncer-'))
  const owner = findOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const { hostname, port: serverPort, username, pathname } = new URL(url)
  const port = await findServerPort()
  const file = join(folder, 'pgbouncer.ini')
  const text = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...lines,
  ]
  writeFileSync(file, `${text.join('\n')}\n`, { mode: 0o644 })
  const pooler = spawn('pgbouncer', [file], { ...owner, cwd: folder, stdio: 'ignore' })
  const binaries = findBinaries()
  if (binaries) await waitUntilReady(binaries, port)
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async stop() {
      const exit = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether this machine has PgBouncer. */
export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0
}

/** A server's certificate with its key, and the authority of its clients' certificates, as PEM text. */
export interface PostgresCertificates {
  cert: string
  key: string
  clientCa?: string
}

interface PostgresStart {
  certificates?: PostgresCertificates
  /** A folder filled by `makePostgresData` or `copyData`; this server uses a copy of it. */
  data?: string
  /** Settings of the server, as `name=value`. */
  settings?: readonly string[]
  /** Address of a server that this one follows as its standby. */
  primaryUrl?: string
}

/**
 * Starts a PostgreSQL server on loopback for tests; returns `undefined` where the machine has none. If there are
 * certificates, it accepts only connections with TLS; if there is `clientCa`, clients need a certificate whose common
 * name is their role.
 */
export async function startPostgres({
  certificates,
  data: given,
  settings: more = [],
  primaryUrl,
}: PostgresStart = {}): Promise<PostgresServer | undefined> {
  const binaries = findBinaries()
  if (!binaries) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-postgres-'))
  const data = join(folder, 'data')
  if (primaryUrl !== undefined) copyPrimary(join(binaries, 'pg_basebackup'), primaryUrl, folder)
  else if (given === undefined) makePostgresData(folder)
  else copyWithOwners(given, folder)
  const owner = findOwner()
  const identity = { ...owner, cwd: folder }
  const port = await findServerPort()
  const url = `postgres://dashboard@127.0.0.1:${port}/postgres`
  const tls = certificates ? writeCertificates(data, certificates, owner) : []
  let server: ChildProcess | undefined
  const start = async () => {
    const addresses = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
    const settings = ['fsync=off', ...addresses, ...tls, ...more]
    server = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...identity, stdio: 'ignore' },
    )
    await waitUntilReady(binaries, port)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null) return
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }
  const signal = (name: NodeJS.Signals) => {
    if (server?.pid === undefined) return
    // Stops the main process first: it would replace child processes that are stopped.
    server.kill(name)
    for (const pid of childrenOf(server.pid)) spawnSync('kill', ['-s', name.slice(3), String(pid)])
  }
  await start()
  return {
    url,
    createDatabase({ name = `db_${randomBytes(6).toString('hex')}`, template = 'template1' } = {}) {
      const host = certificates ? folder : '127.0.0.1'
      const address = ['-h', host, '-p', String(port), '-U', 'dashboard']
      runToEnd(join(binaries, 'createdb'), [...address, '-T', template, name], identity)
      // A copied sequence is in the log of changes only from its first value after a checkpoint on: without one, a
      // server that is ended at once gives its values a second time.
      runToEnd(join(binaries, 'psql'), [...address, '-qc', 'checkpoint', 'postgres'], identity)
      return Object.assign(new URL(url), { pathname: `/${name}` }).href
    },
    // The signals are PostgreSQL's own "fast" and "immediate" shutdown.
    halt: (how) => end(how === 'politely' ? 'SIGINT' : 'SIGQUIT'),
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    copyData: (to) => copyWithOwners(folder, to),
    async stop() {
      signal('SIGCONT')
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fills a folder with the data of a server that has no databases yet. */
export function makePostgresData(folder: string): void {
  const binaries = findBinaries()
  if (!binaries) throw new Error('There is no PostgreSQL server on this machine')
  const owner = findOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  runToEnd(
    join(binaries, 'initdb'),
    [
      ...['-D', join(folder, 'data'), '-U', 'dashboard', '-A', 'trust', '-E', 'UTF8'],
      ...['--locale=C', '--no-sync'],
    ],
    { ...owner, cwd: folder },
  )
}

/** Copies the data of a server that runs, and what a standby needs to follow it. */
function copyPrimary(program: string, url: string, folder: string): void {
  const owner = findOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const to = ['-D', join(folder, 'data'), '--write-recovery-conf']
  runToEnd(program, ['-d', url, ...to, '--checkpoint=fast', '--no-sync'], {
    ...owner,
    cwd: folder,
  })
}

/**
 * Copies files with their owners: Node's copy would belong to the current user, and PostgreSQL accepts only its own
 * files.
 */
function copyWithOwners(from: string, to: string): void {
  runToEnd('cp', ['-a', `${from}/.`, to], {})
}

function runToEnd(program: string, args: string[], identity: SpawnSyncOptions): void {
  const done = spawnSync(program, args, { ...identity, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr}`)
}

/** Writes certificates into the data folder, lets only local programs connect without TLS, and returns the settings. */
function writeCertificates(
  data: string,
  { cert, key, clientCa }: PostgresCertificates,
  owner: { uid: number; gid: number } | undefined,
): string[] {
  const write = (name: string, text: string) => {
    const path = join(data, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
  write('server.crt', cert)
  write('server.key', key)
  if (clientCa !== undefined) write('client-ca.crt', clientCa)
  const method = clientCa === undefined ? 'trust' : 'cert'
  write('pg_hba.conf', `local all all trust\nhostssl all all 127.0.0.1/32 ${method}\n`)
  return ['ssl=on', ...(clientCa === undefined ? [] : ['ssl_ca_file=client-ca.crt'])]
}

function findBinaries(): string | undefined {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot) : []
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one))
  const folders = newestFirst.map((version) => join(debianRoot, version, 'bin'))
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (asked.status === 0) folders.push(asked.stdout.trim())
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

function childrenOf(pid: number): number[] {
  const asked = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = asked.stdout.trim().split('\n')
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return processes.flatMap(([child, parent]) => (child && parent === pid ? [child] : []))
}

/** Returns the user to run PostgreSQL as, since it refuses to run as root; Debian's package has its own user. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const asked = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
    return asked.status === 0 ? Number(asked.stdout) : 65_534
  })
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

async function waitUntilReady(binaries: string, port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const asked = spawnSync(join(binaries, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)])
    if (asked.status === 0) return
    await sleep(100)
  }
  throw new Error('PostgreSQL did not start within 10 seconds')
}
