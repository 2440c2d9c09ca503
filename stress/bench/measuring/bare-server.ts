import { text } from 'node:stream/consumers'
import Fastify from 'fastify'

/**
 * Program that responses are compared with: Fastify sending constant strings. Reads the responses, keyed by path, from
 * stdin as JSON, prints its address, and ends on a signal.
 */

export interface BareAnswer {
  status: number
  /** Size of the constant string; a 304 response has none. */
  bytes: number
}

const answers = JSON.parse(await text(process.stdin)) as Record<string, BareAnswer>
const app = Fastify()
for (const [path, { status, bytes }] of Object.entries(answers)) {
  const body = 'x'.repeat(bytes)
  app.get(path, async (_request, reply) => {
    reply.code(status)
    return bytes === 0 ? reply.send() : reply.type('application/json; charset=utf-8').send(body)
  })
}
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
