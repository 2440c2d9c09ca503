import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** The given address, as reached through this proxy. */
  url: string
  /** Returns the number of connections that still transfer data. */
  speaking(): number
  /** Silences open connections: neither side gets another byte or any notice, as after a failover. New ones work. */
  silence(): void
  close(): Promise<void>
}

/** Starts a proxy on loopback to `target`, an address with host and port; its connections can be silenced. */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<{ near: Socket; far: Socket }>()
  const silent = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) })
    const pair = { near, far }
    pairs.add(pair)
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
      silent.delete(near)
      silent.delete(far)
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      from.on('data', (bytes) => {
        if (!silent.has(from)) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', end)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = Object.assign(new URL(target), {
    hostname: '127.0.0.1',
    port: String((server.address() as AddressInfo).port),
  }).href
  return {
    url,
    speaking: () => [...pairs].filter(({ near }) => !silent.has(near)).length,
    silence() {
      for (const { near, far } of pairs) silent.add(near).add(far)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      await closed
    },
  }
}
