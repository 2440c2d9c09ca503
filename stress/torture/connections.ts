import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHealth } from '@dashboard/contract/health'
import { startDashboard } from '../../e2e/dashboard.ts'
import { memoryMb } from '../bench/measuring/process-figures.ts'
import { startChecks, type TortureOptions, type TortureResult } from '../torture-suite.ts'
import { watchHealth } from './connections/watch-health.ts'

/**
 * Takes connections and answers from one address, without a proxy, of a server that has 1 GB of memory, while another
 * address asks for health (docs/torture.md).
 */

const silent = 3_000
const asking = 2_000
const pipelining = 20
const pipelined = 20_000
const defaultMinutes = 1
const maxMs = 10_000
const withinMemory = ['/bin/sh', '-c', 'ulimit -d 1048576; exec "$0" "$@"'] as const
/** As Node itself chooses in a container of 1 GB; it does not see a `ulimit`. */
const heap = '--max-old-space-size=512'

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { minutes = defaultMinutes, print } = options
  const checks = startChecks(print)
  const dashboard = await startDashboard({}, undefined, [...withinMemory, process.execPath, heap])
  const { url, pid } = dashboard
  const figures: TortureResult['figures'] = {}
  const measure = async (title: string, work: () => Promise<string[]>) => {
    const health = watchHealth(url)
    const problems = await work()
    const { slowestMs, failed, asked } = await health.stop()
    checks.add(title, problems)
    checks.add(
      `${title}: health is answered to another address within ${maxMs} ms`,
      failed > 0 || slowestMs >= maxMs ? [`${slowestMs} ms, ${failed} of ${asked} failed`] : [],
    )
    const memory = `${Math.round(memoryMb(pid, 'peak'))} MB at most`
    figures[title] = `health at most ${slowestMs} ms of ${asked}, ${memory}`
  }
  try {
    await measure(`${silent} silent connections`, () => takeConnections(url, silent, ''))
    await measure(`${asking} connections that have each sent a request`, () =>
      takeConnections(url, asking, requestOf(getHealth.path)),
    )
    const paths = ['/', getHealth.path, '/api/openapi.json', await findScript(url)]
    for (const path of paths) {
      await measure(`${pipelining} connections with ${pipelined} requests of ${path}`, async () => {
        await pipeline(url, path, (minutes * 60_000) / paths.length)
        return []
      })
    }
    return checks.result(figures)
  } finally {
    await dashboard.stop()
  }
}

/** Opens connections from one address, sends a text on each, and keeps them: the server may keep 200. */
async function takeConnections(url: string, count: number, text: string): Promise<string[]> {
  const sockets: Socket[] = []
  for (let times = 0; times < count; times += 1) {
    const socket = openTo(url).resume()
    socket.write(text)
    sockets.push(socket)
    if (times % 50 === 0) await once(socket, 'connect').catch(() => undefined)
  }
  await sleep(2_000)
  const open = sockets.filter(({ destroyed, readable }) => readable && !destroyed).length
  for (const socket of sockets) socket.destroy()
  return open <= 200 ? [] : [`${open} are open`]
}

/** Sends many requests on each of some connections and reads nothing; one that is closed is opened again. */
async function pipeline(url: string, path: string, durationMs: number): Promise<void> {
  const text = requestOf(path).repeat(pipelined)
  const end = performance.now() + durationMs
  const flood = async () => {
    while (performance.now() < end) {
      const socket = openTo(url).pause()
      socket.write(text)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      await Promise.race([closed, sleep(Math.max(1, end - performance.now()))])
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: pipelining }, flood))
}

function openTo(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  return socket
}

function requestOf(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
}

/** Returns the path of the script that the web app's page loads, its largest file. */
async function findScript(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  const path = /<script[^>]* src="([^"]+)"/.exec(page)?.[1]
  if (path === undefined) throw new Error('The page names no script')
  return path
}
