import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections (from 32768 or 49152 on), so that none of these takes the
 * port meanwhile.
 */
const firstPort = 20_000
const ports = 10_000
const maxTries = 100

/**
 * Returns a free port, for a server whose address must be known before it starts, or that restarts at the same address.
 */
export async function findServerPort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = firstPort + Math.floor(Math.random() * ports)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port was found in ${maxTries} tries`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
