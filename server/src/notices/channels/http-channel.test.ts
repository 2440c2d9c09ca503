import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { closeServer, listenOnLoopback, readBody } from '@dashboard/doubles/loopback-server'
import { loopbackCertificate } from '@dashboard/doubles/smtp/smtp-certificate'
import type { WebhookSettings } from '@dashboard/store/settings/settings-notices'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testMessage } from '../../../test/messages.ts'
import { heartbeatChannel, webhookChannel } from './http-channel.ts'

const { signal } = new AbortController()
const publicUrl = 'https://dashboard.example.org'

interface Received {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Responds with each status in turn, then with 200; `silent` means no response. */
async function startReceiver(...answers: (number | 'silent')[]) {
  const received: Received[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await readBody(request)).toString('utf8')
    received.push({ method: request.method, path: request.url, headers: request.headers, body })
    const answer = answers.shift() ?? 200
    if (answer === 'silent') return
    const headers = { location: '/elsewhere', 'retry-after': '120' }
    response.writeHead(answer, headers).end('ok')
  }
  const server = createServer((request, response) => void receive(request, response))
  const url = await listenOnLoopback(server)
  onTestFinished(() => closeServer(server))
  return { received, url }
}

function open(url: string, changes: Partial<WebhookSettings> = {}) {
  const settings = {
    url: `${url}/hook`,
    format: 'json',
    secret: 's'.repeat(16),
    ...changes,
  } as const
  return webhookChannel({ settings, publicUrl })
}

describe('the webhook', () => {
  test('is sent JSON with a signature over time and body', async () => {
    const { received, url } = await startReceiver()
    await open(url).send(testMessage, signal)
    const [{ headers, body, method, path } = {} as Received] = received
    expect([method, path, headers['content-type']]).toEqual(['POST', '/hook', 'application/json'])
    const timestamp = String(headers['x-notice-timestamp'])
    expect(Math.abs(Number(timestamp) * 1_000 - Date.now())).toBeLessThan(60_000)
    const expected = createHmac('sha256', 's'.repeat(16)).update(`${timestamp}.${body}`)
    expect(headers['x-notice-signature']).toBe(`sha256=${expected.digest('hex')}`)
    expect(JSON.parse(body).notices[0].link).toBe('https://dashboard.example.org/dashboard/sync')
  })

  test('of other services is not signed', async () => {
    const { received, url } = await startReceiver(202)
    await open(url, { format: 'teams' }).send(testMessage, signal)
    expect(received[0]?.headers).not.toHaveProperty('x-notice-signature')
  })

  test.each([
    [500, 'The webhook answered with 500.'],
    [404, 'The webhook answered with 404.'],
    [302, 'The webhook answered with a redirect (302), which is not followed.'],
  ] as const)('that answers %s fails in words without its address', async (answer, message) => {
    const { received, url } = await startReceiver(answer)
    await expect(open(url).send(testMessage, signal)).rejects.toMatchObject({
      message,
      isFinal: false,
    })
    expect(received).toHaveLength(1)
  })

  test('that does not answer within 15 seconds fails in words', async () => {
    const { url } = await startReceiver('silent')
    const timeout = AbortSignal.timeout(200)
    const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout)
    await expect(open(url).send(testMessage, signal)).rejects.toMatchObject({
      message: 'It did not answer in time.',
      isFinal: false,
    })
    expect(asked).toHaveBeenCalledWith(15_000)
  })

  test('that asks for a later try is tried later', async () => {
    const { url } = await startReceiver(429)
    await expect(open(url).send(testMessage, signal)).rejects.toMatchObject({
      retryAfterMs: 120_000,
    })
  })

  test('is checked by a connection only', async () => {
    const { received, url } = await startReceiver()
    await open(url).check(signal)
    expect(received).toEqual([])
    await expect(open('http://127.0.0.1:1').check(signal)).rejects.toThrow('nothing answers')
  })
})

describe('over TLS that cannot be trusted', () => {
  const trusted = getCACertificates('default')
  afterEach(() => setDefaultCACertificates(trusted))

  /** Returns the address of a server, at which any loopback address answers. */
  async function startTlsReceiver(options: { isTls: boolean; isTrusted: boolean }) {
    const certificate = loopbackCertificate()
    if (options.isTrusted) setDefaultCACertificates([...trusted, certificate.cert])
    const server = options.isTls ? createTlsServer(certificate) : createServer()
    server.listen(0)
    await once(server, 'listening')
    onTestFinished(() => closeServer(server))
    return (server.address() as AddressInfo).port
  }

  test.each([
    ['127.0.0.1', { isTls: true, isTrusted: false }, 'its certificate is signed by no authority'],
    ['127.0.0.2', { isTls: true, isTrusted: true }, 'its certificate is for another name'],
    ['127.0.0.1', { isTls: false, isTrusted: true }, 'there is no TLS at this port'],
  ])('%s with %j fails in words, also in the check', async (host, options, reason) => {
    const channel = open(`https://${host}:${await startTlsReceiver(options)}`)
    await expect(channel.send(testMessage, signal)).rejects.toThrow(reason)
    await expect(channel.check(signal)).rejects.toThrow(reason)
  })
})

test('the heartbeat is a GET of its address', async () => {
  const { received, url } = await startReceiver(200, 500)
  const channel = heartbeatChannel(`${url}/beat`)
  await channel.send({ ...testMessage, items: [] }, signal)
  expect(received[0]).toMatchObject({ method: 'GET', path: '/beat', body: '' })
  await expect(channel.send(testMessage, signal)).rejects.toThrow('answered with 500')
})
