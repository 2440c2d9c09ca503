import { isIP } from 'node:net'
import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { blackOrWhite } from '@dashboard/contract/colors'
import { productName } from '@dashboard/contract/product-name'
import { connectionReason, tlsFaultOf } from '@dashboard/store/outside/connection-reasons'
import type { EmailSettings } from '@dashboard/store/settings/settings-notices'
import { createTransport } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Channel, ChannelFailure, channelTimeoutMs } from './channel.ts'
import { emailContent } from './email-content.ts'

/** Sending one message may take this many timeouts. */
const maxSteps = 4

interface Dependencies {
  settings: EmailSettings
  publicUrl: string
  readColors(): Promise<BrandPalette>
}

/**
 * Returns the channel that sends by SMTP, always encrypted: with TLS from the first byte on port 465 and with smtps,
 * elsewhere only after STARTTLS (docs/notices.md#by-e-mail).
 */
export function emailChannel({ settings, publicUrl, readColors }: Dependencies): Channel {
  const { host, port, isSecure, credentials, from } = settings
  // The name for EHLO. Some servers refuse a name without a domain; the machine's own is the library's default.
  const { hostname } = new URL(publicUrl)
  const name = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined

  const connect = () =>
    createTransport({
      host,
      port,
      name,
      secure: isSecure,
      requireTLS: !isSecure,
      ...(credentials && { auth: credentials }),
      connectionTimeout: channelTimeoutMs,
      greetingTimeout: channelTimeoutMs,
      socketTimeout: channelTimeoutMs,
      dnsTimeout: channelTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  const during = async <T>(
    signal: AbortSignal,
    work: (transport: ReturnType<typeof connect>) => Promise<T>,
  ) => {
    signal.throwIfAborted()
    const transport = connect()
    try {
      return await work(transport)
    } catch (error) {
      throw smtpFailure(error)
    } finally {
      transport.close()
    }
  }

  return {
    host: `${host}:${port}`,
    async send(message, signal) {
      const { recipient } = message
      if (recipient === undefined) throw new ChannelFailure('There is no address to send to.')
      const colors = await readColors()
      const onPrimary = blackOrWhite(colors.primaryActions)
      const content = emailContent(message, { publicUrl, colors, onPrimary })
      await during(signal, (transport) =>
        transport.sendMail({
          from: { name: from.name ?? productName, address: from.address },
          to: { name: '', address: recipient },
          messageId: `<${message.id}@${from.address.split('@').at(-1)}>`,
          // This header tells programs not to reply automatically.
          headers: { 'Auto-Submitted': 'auto-generated' },
          // Bounds the whole exchange with a server that responds to each step just in time.
          signal: AbortSignal.any([signal, AbortSignal.timeout(maxSteps * channelTimeoutMs)]),
          ...content,
        }),
      )
    },
    check: (signal) => during(signal, async (transport) => void (await transport.verify())),
  }
}

const reasons: Record<string, string> = {
  EABORT: 'The mail server did not answer in time.',
  ECONNECTION: 'The mail server closed the connection.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETLS: 'The mail server offers no encryption that can be trusted: STARTTLS failed or is missing.',
  EAUTH: 'The mail server refused the username or password.',
  ENOAUTH: 'The mail server requires a username and password.',
}

/** Returns the failure. The server's own words may contain addresses, so that only its code is repeated. */
function smtpFailure(error: unknown): ChannelFailure {
  const { code = '', responseCode, command = '' }: Partial<SMTPConnection.SMTPError> = Object(error)
  const isRecipient = code === 'EENVELOPE' && command.startsWith('RCPT')
  if (isRecipient && responseCode !== undefined && responseCode >= 500) {
    const message = `The mail server does not accept the recipient (${responseCode}).`
    return new ChannelFailure(message, { isFinal: true })
  }
  const unusable = () => `The mail server cannot be used: ${connectionReason(error)}.`
  const known = tlsFaultOf(error) === undefined ? reasons[code] : unusable()
  const sentence =
    known ?? (responseCode === undefined ? unusable() : 'The mail server refused the message.')
  const number = responseCode === undefined ? '' : ` (${responseCode})`
  return new ChannelFailure(sentence.replace(/\.$/, `${number}.`))
}
