import type { Socket } from 'node:net'
import type { Settings } from '@dashboard/store/settings/settings'
import { compile } from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from './connection-limits.ts'
import { networkOf } from './network-of.ts'

/**
 * Limits what one client takes of what all share: the connections of an address, and on each connection the requests
 * that wait for their answers. Node starts all of them at once, and each holds memory until its answer is read.
 */
export function limitClients(
  app: FastifyInstance,
  limits: Pick<ConnectionLimits, 'maxOfAddress' | 'maxUnanswered'>,
  trustProxy: Settings['trustProxy'],
): void {
  /** The requests of a connection without an answer, the one that is being answered first; set by its first request. */
  const unanswered = new WeakMap<Socket, (() => void)[]>()
  limitAddresses(app, {
    most: limits.maxOfAddress,
    trustProxy,
    isIdle: (socket) => unanswered.get(socket)?.length === 0,
  })

  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, start) => {
    const requests = unanswered.get(socket) ?? []
    unanswered.set(socket, requests)
    requests.push(start)
    response.once('close', () => {
      requests.shift()
      if (!socket.destroyed) requests[0]?.()
    })
    if (requests.length === 1) start()
    else if (requests.length > limits.maxUnanswered) socket.destroy()
  })
  // Sent although the last answer announces the end of the connection.
  app.server.on('dropRequest', (_request, socket) => void socket.destroy())
}

/**
 * Lets an address have `most` connections, unless it is that of a trusted proxy, which brings those of many people. A
 * further one replaces one that is idle, which a browser opens again when it needs it, and is dropped when none is.
 */
function limitAddresses(
  { server }: FastifyInstance,
  {
    most,
    trustProxy,
    isIdle,
  }: {
    most: number
    trustProxy: Settings['trustProxy']
    isIdle(socket: Socket): boolean
  },
): void {
  const isProxy = proxyTest(trustProxy)
  const byNetwork = new Map<string, Set<Socket>>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address)) return
    const network = networkOf(address)
    const sockets = byNetwork.get(network) ?? new Set()
    if (sockets.size >= most) {
      const idle = sockets.values().find(isIdle)
      if (idle === undefined) {
        socket.destroy()
        return
      }
      sockets.delete(idle)
      idle.destroy()
    }
    byNetwork.set(network, sockets.add(socket))
    socket.once('close', () => {
      if (sockets.delete(socket) && sockets.size === 0) byNetwork.delete(network)
    })
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
