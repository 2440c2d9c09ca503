import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { closeServer, listenOnLoopback, readBody } from '@dashboard/doubles/loopback-server'

/**
 * Starts a proxy in front of several servers that sends each request to the next server, as a load balancer does.
 * Unreachable servers are skipped; `counts` has the number of responses per server.
 */
export async function startRoundRobin(targets: readonly string[]) {
  const counts = new Map(targets.map((target) => [target, 0]))
  let turn = 0
  const server = createServer((incoming, response) => {
    const first = turn
    turn = (turn + 1) % targets.length
    // The body is stored, so that it can be sent to the next server if one is gone.
    readBody(incoming).then(
      (body) => forward(incoming, body, response, rotated(targets, first), counts),
      () => response.destroy(),
    )
  })
  return {
    url: await listenOnLoopback(server),
    counts,
    close: () => closeServer(server),
  }
}

function rotated(targets: readonly string[], first: number): string[] {
  return [...targets.slice(first), ...targets.slice(0, first)]
}

function forward(
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  [target, ...others]: readonly string[],
  counts: Map<string, number>,
): void {
  if (target === undefined) {
    response.writeHead(502, { 'content-type': 'application/json' }).end('{"message":"No server"}')
    return
  }
  const { method, headers } = incoming
  const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers })
  outgoing.on('response', (answer) => {
    counts.set(target, (counts.get(target) ?? 0) + 1)
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  outgoing.on('error', () => {
    if (response.headersSent) response.destroy()
    else forward(incoming, body, response, others, counts)
  })
  outgoing.end(body)
}
