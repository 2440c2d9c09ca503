import { createHmac } from 'node:crypto'
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectionReason } from '@dashboard/store/outside/connection-reasons'
import { readRetryAfter } from '@dashboard/store/outside/http-answers'
import type { WebhookSettings } from '@dashboard/store/settings/settings-notices'
import { type Channel, ChannelFailure, channelTimeoutMs } from './channel.ts'
import { webhookBody } from './webhook-body.ts'

/** Returns the channel that sends to one webhook; JSON is signed (docs/notices.md#to-a-webhook). */
export function webhookChannel({
  settings: { url, format, secret },
  publicUrl,
}: {
  settings: WebhookSettings
  publicUrl: string
}): Channel {
  return {
    host: new URL(url).host,
    async send(message, signal) {
      const body = webhookBody(format, message, publicUrl)
      const headers = {
        'content-type': 'application/json',
        ...(format === 'json' && secret !== undefined && signedHeaders(body, secret)),
      }
      const answer = await request(url, { method: 'POST', headers, body }, signal)
      refuse(answer, 'The webhook')
    },
    check: (signal) => tryConnection(new URL(url), signal),
  }
}

/** Returns the channel that calls a service which reports when the calls stop (docs/notices.md#heartbeat). */
export function heartbeatChannel(url: string): Channel {
  return {
    host: new URL(url).host,
    async send(_message, signal) {
      refuse(await request(url, { method: 'GET' }, signal), 'The heartbeat service')
    },
    check: (signal) => tryConnection(new URL(url), signal),
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

async function request(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(channelTimeoutMs)
  try {
    const answer = await fetch(url, {
      ...init,
      // Redirects are not followed: the message, and secrets in the address, would reach another host.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    })
    await answer.body?.cancel()
    return answer
  } catch (error) {
    signal.throwIfAborted()
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
function tryConnection({ hostname, port, protocol }: URL, signal: AbortSignal): Promise<void> {
  const isSecure = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const to = {
    host,
    port: Number(port) || (isSecure ? 443 : 80),
    timeout: channelTimeoutMs,
    signal,
  }
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
