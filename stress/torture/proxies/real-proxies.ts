import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findServerPort } from '@dashboard/doubles/server-port'
import { loopbackCertificate } from '@dashboard/doubles/smtp/smtp-certificate'

/** Starts the proxies of this machine with the files of `deploy/proxy`, changed only in ports and certificate. */

interface ProxyOptions {
  folder: string
  port: number
  /** Host and port of the server. */
  server: string
}

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/proxy/${name}`, import.meta.url)), 'utf8')

const starts: Record<string, (options: ProxyOptions) => { text: string; words: string[] }> = {
  haproxy: ({ folder, port, server }) => ({
    text: read('haproxy.cfg')
      .replace(/\n\tbind :80\n/, '\n')
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/haproxy/dashboard.pem', join(folder, 'both.pem'))
      .replace('127.0.0.1:3000', server),
    words: ['-f', join(folder, 'file'), '-db'],
  }),
  nginx: ({ folder, port, server }) => ({
    text: `daemon off;\nuser root;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${read('nginx.conf')}}\n`
      .replaceAll('/etc/letsencrypt/live/dashboard.example.org', folder)
      .replaceAll(/\n\tlisten (\[::\]:\d+.*|80);/g, '')
      .replace(/server \{\s*server_name.*?\n\}\n/s, '')
      .replace(/listen 443/, `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:3000', server),
    words: ['-p', folder, '-e', 'stderr', '-c', join(folder, 'file')],
  }),
  caddy: ({ folder, port, server }) => ({
    text: `{\n\tadmin off\n\tauto_https off\n}\n${read('Caddyfile')}`
      .replace(
        'dashboard.example.org {',
        `https://127.0.0.1:${port} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
      )
      .replace('127.0.0.1:3000', server),
    words: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'file')],
  }),
}

export const proxies = Object.keys(starts)

export const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

/** Starts the proxy in front of the server, and returns its address. */
export async function startProxy(
  program: string,
  serverUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
  const port = await findServerPort()
  const { cert, key } = loopbackCertificate()
  for (const [name, text] of [
    ['fullchain.pem', cert],
    ['privkey.pem', key],
    ['both.pem', `${cert}${key}`],
  ] as const) {
    writeFileSync(join(folder, name), text)
  }
  const start = starts[program]?.({ folder, port, server: new URL(serverUrl).host })
  if (!start) throw new Error(`There is no file for ${program}`)
  writeFileSync(join(folder, 'file'), start.text)
  const child = spawn(program, start.words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let printed = ''
  child.stderr?.on('data', (chunk) => {
    printed += chunk
  })
  await untilItListens(child, port, () => printed)
  return {
    url: `https://127.0.0.1:${port}`,
    async stop() {
      const exit = once(child, 'exit')
      if (child.exitCode === null) child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItListens(
  child: ChildProcess,
  port: number,
  printed: () => string,
): Promise<void> {
  for (let times = 0; times < 100 && child.exitCode === null; times += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The proxy did not start:\n${printed()}`)
}
