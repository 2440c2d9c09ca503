import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Latency of a good phone connection. Responses arrive one after the other, each in a separate frame. */
const latencyMs = 40
const bytesPerMs = 1_000

export interface SlowLine {
  /** Address of the server through the slow line. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts a slow line in front of a server. Chromium's own emulation permanently lost the responses of about one page in
 * a hundred, unread on its end of the connection.
 */
export async function startSlowLine(server: { url: string }): Promise<SlowLine> {
  const { hostname, port } = new URL(server.url)
  const sockets = new Set<Socket>()
  let busyUntil = 0
  const arrival = (bytes: number) => {
    busyUntil = Math.max(busyUntil, performance.now()) + bytes / bytesPerMs
    return busyUntil + latencyMs
  }
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('close', () => far.destroy())
    near.pipe(far)
    // Data are sent one after the other: timers alone could reorder data that arrive in the same millisecond.
    let arrived = Promise.resolve()
    far.on('data', (chunk: Buffer) => {
      const at = arrival(chunk.length)
      arrived = arrived.then(async () => {
        await sleep(Math.max(0, at - performance.now()))
        near.write(chunk)
      })
    })
    far.on('close', () => void arrived.then(() => near.destroy()))
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    async stop() {
      line.close()
      for (const socket of sockets) socket.destroy()
      await once(line, 'close')
    },
  }
}
