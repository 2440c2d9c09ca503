import { z } from 'zod'

const Reply = z.object({
  id: z.number(),
  result: z.object({ result: z.object({ value: z.string() }).optional() }),
})
const Usage = z.object({ rss: z.number(), heapUsed: z.number() })

export interface ServerMemory {
  /** Megabytes of the whole process. */
  rssMb: number
  /** Megabytes of the process's JavaScript objects. */
  heapMb: number
}

/** Environment of a server whose memory is measured: the inspector listens on a free port of this machine. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Returns the memory of a process started with `inspectable`, after garbage collection. */
export async function measureMemory(printed: string): Promise<ServerMemory> {
  // A server replaces its process once at its start; later lines are from runners, which inherit the option.
  const [started = ''] = printed.split(' is ready at ')
  const address = started.match(/ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/g)?.at(-1)
  if (!address) throw new Error('The server was not started with an inspector')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`Nothing answers at ${address}`))
  })
  let last = 0
  const ask = (method: string, params: object = {}) =>
    new Promise<string>((resolve) => {
      last += 1
      const id = last
      socket.addEventListener('message', ({ data }) => {
        const reply = Reply.safeParse(JSON.parse(String(data)))
        if (reply.success && reply.data.id === id) resolve(reply.data.result.result?.value ?? '')
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  for (let round = 0; round < 3; round += 1) await ask('HeapProfiler.collectGarbage')
  const expression = 'JSON.stringify(process.memoryUsage())'
  const usage = Usage.parse(JSON.parse(await ask('Runtime.evaluate', { expression })))
  socket.close()
  return { rssMb: toMegabytes(usage.rss), heapMb: toMegabytes(usage.heapUsed) }
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}
