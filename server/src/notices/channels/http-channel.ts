import { createHmac } from 'node:crypto'
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectionReason } from '@dashboard/store/outside/connection-reasons'
import { readRetryAfter } from '@dashboard/store/outside/http-answers'
import type { WebhookSettings } from '@dashboard/store/settings/settings-notices'
import { type Channel, ChannelFailure, channelTimeoutMs } from './channel.ts'
import { webhookBody } from './webhook-body.ts'

interface WebhookDependencies {
  settings: WebhookSettings
  publicUrl: string
  timeoutMs?: number
}

/** Returns the channel that sends to one webhook; JSON is signed (docs/notices.md#to-a-webhook). */
export function webhookChannel(dependencies: WebhookDependencies): Channel {
  const { settings, publicUrl, timeoutMs = channelTimeoutMs } = dependencies
  const { url, format, secret } = settings
  return {
    host: new URL(url).host,
    async send(message, signal) {
      const body = webhookBody(format, message, publicUrl)
      const headers = {
        'content-type': 'application/json',
        ...(format === 'json' && secret !== undefined && signedHeaders(body, secret)),
      }
      const answer = await request(url, { method: 'POST', headers, body }, { signal, timeoutMs })
      refuse(answer, 'The webhook')
    },
    check: (signal) => tryConnection(new URL(url), { signal, timeoutMs }),
  }
}

/** Returns the channel that calls a service which reports when the calls stop (docs/notices.md#heartbeat). */
export function heartbeatChannel(url: string, timeoutMs = channelTimeoutMs): Channel {
  return {
    host: new URL(url).host,
    async send(_message, signal) {
      refuse(await request(url, { method: 'GET' }, { signal, timeoutMs }), 'The heartbeat service')
    },
    check: (signal) => tryConnection(new URL(url), { signal, timeoutMs }),
  }
}

/**
 * Returns headers with an HMAC-SHA256 over the time, a dot and the body; the time prevents an old message from being
 * sent again.
 */
function signedHeaders(body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-notice-timestamp': timestamp, 'x-notice-signature': `sha256=${signature}` }
}

interface Limits {
  signal: AbortSignal
  timeoutMs: number
}

async function request(url: string, init: RequestInit, limits: Limits): Promise<Response> {
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  try {
    const answer = await fetch(url, {
      ...init,
      // Redirects are not followed: the message, and secrets in the address, would reach another host.
      redirect: 'manual',
      signal: AbortSignal.any([limits.signal, timeout]),
    })
    await answer.body?.cancel()
    return answer
  } catch (error) {
    limits.signal.throwIfAborted()
    if (timeout.aborted) throw new ChannelFailure('It did not answer in time.')
    throw new ChannelFailure(`It cannot be reached: ${connectionReason(error)}.`)
  }
}

function refuse({ ok, status, headers }: Response, what: string): void {
  if (ok) return
  if (status >= 300 && status < 400) {
    throw new ChannelFailure(`${what} answered with a redirect (${status}), which is not followed.`)
  }
  const retryAfterMs = readRetryAfter(headers.get('retry-after'))
  throw new ChannelFailure(`${what} answered with ${status}.`, { retryAfterMs })
}

/** Opens a connection, with its TLS, and closes it again: anything more could count as a message. */
function tryConnection(
  { hostname, port, protocol }: URL,
  { signal, timeoutMs }: Limits,
): Promise<void> {
  const isSecure = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const to = { host, port: Number(port) || (isSecure ? 443 : 80), timeout: timeoutMs, signal }
  return new Promise((resolve, reject) => {
    const socket = isSecure
      ? connectTls({ ...to, ...(isIP(host) === 0 && { servername: host }) })
      : connect(to)
    const fail = (reason: string) => {
      socket.destroy()
      reject(new ChannelFailure(`It cannot be reached: ${reason}.`))
    }
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => fail('the connection timed out'))
    socket.once('error', (error) => fail(connectionReason(error)))
  })
}
