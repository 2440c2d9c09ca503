import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Settings } from '@dashboard/store/settings/settings'
import { compile } from '@fastify/proxy-addr'
import { networkOf } from './network-of.ts'

/**
 * Drops connections of an address that has `most` which have not sent a request yet, so that one address cannot take
 * the connections of everybody. Trusted proxies are not counted: theirs are those of many people.
 */
export function limitSilentConnections(
  server: Server,
  { most, trustProxy }: { most: number; trustProxy: Settings['trustProxy'] },
): void {
  const isProxy = proxyTest(trustProxy)
  const silent = new Map<string, Set<Socket>>()
  const forget = (socket: Socket, network: string) => {
    const sockets = silent.get(network)
    sockets?.delete(socket)
    if (sockets?.size === 0) silent.delete(network)
  }
  const networks = new WeakMap<Socket, string>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
    const network = networkOf(address)
    const sockets = silent.get(network) ?? new Set()
    if (sockets.size >= most) {
      socket.destroy()
      return
    }
    silent.set(network, sockets.add(socket))
    networks.set(socket, network)
    socket.once('close', () => forget(socket, network))
  })
  server.on('request', ({ socket }) => {
    const network = networks.get(socket)
    if (network !== undefined) forget(socket, network)
  })
}

/**
 * Returns a function that recognizes a trusted proxy; a number of proxies means that every connection comes from one.
 */
function proxyTest(trustProxy: Settings['trustProxy']): (address: string) => boolean {
  if (typeof trustProxy === 'number') return () => true
  if (trustProxy === false) return () => false
  const isNamed = compile(trustProxy)
  return (address) => isNamed(address, 0)
}
