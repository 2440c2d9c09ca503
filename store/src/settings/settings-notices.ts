import { z } from 'zod'
import {
  addressWithPassword,
  howToEscape,
  numberFrom,
  SettingsError,
  setting,
  type ValuesOf,
  webAddress,
} from './setting.ts'

/** An address, alone or after a name: `Dashboard <dashboard@example.org>`. */
const sender = z.string().transform((text, context) => {
  const [, quoted, plain, address] =
    /^\s*(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>\s*$/.exec(text) ?? []
  const read = z.email().safeParse(address ?? text)
  const name = (quoted ?? plain ?? '').trim()
  // Without a name, messages come from the product's.
  if (read.success && !/\p{C}/u.test(name)) return { name: name || undefined, address: read.data }
  context.addIssue('It is not the address of a sender.')
  return z.NEVER
})

export const notices = {
  SMTP_URL: setting(
    addressWithPassword(/^smtps?$/).refine((address) => new URL(address).hostname !== ''),
    {
      expected: `an address like smtps://user:password@host or smtp://user:password@host:587 (${howToEscape})`,
      meaning: 'sends [notices](notices.md) by e-mail; port 587 uses STARTTLS',
      secret: true,
    },
  ),
  SMTP_FROM: setting(sender, {
    expected: 'an e-mail address, or a name and an address: Dashboard <dashboard@example.org>',
    meaning: "the sender's address",
  }),
  NOTICE_WEBHOOK_URL: setting(webAddress, {
    expected: 'an http or https address',
    meaning: 'sends notices to a webhook',
    secret: true,
  }),
  NOTICE_WEBHOOK_FORMAT: setting(z.enum(['slack', 'teams', 'mattermost', 'json']), {
    default: 'json',
    expected: '"slack", "teams", "mattermost" or "json"',
    meaning: 'the format of its messages',
  }),
  NOTICE_WEBHOOK_SECRET: setting(z.string().min(16), {
    expected: 'at least 16 characters',
    meaning: 'signs messages in the format `json`',
    secret: true,
  }),
  HEARTBEAT_URL: setting(webAddress, {
    expected: 'an http or https address',
    meaning: 'is called after each scheduled sync that succeeded',
    secret: true,
  }),
  NOTICE_DATA_AGE_DAYS: setting(numberFrom(0, 999), {
    default: '7',
    expected: 'a number of days from 0 (never) to 999',
    meaning: 'days without an import until the data counts as old',
  }),
}

type Variables = ValuesOf<typeof notices>

export type EmailSettings = NonNullable<ReturnType<typeof readEmail>>
export type WebhookSettings = NonNullable<ReturnType<typeof readWebhook>>

/** Channels for notices besides the bell. */
export interface NoticeSettings {
  /** Has no slash at its end; always set when e-mail or the webhook is. */
  publicUrl: string | undefined
  email?: EmailSettings | undefined
  webhook?: WebhookSettings | undefined
  heartbeatUrl?: string | undefined
  /** 0: data never counts as old. */
  dataAgeDays: number
}

const securePort = 465
const submissionPort = 587

/**
 * Reads the settings of notices.
 * @throws SettingsError where a setting lacks another one that it needs.
 */
export function readNoticeSettings(
  variables: Variables & { PUBLIC_URL: string | undefined },
): NoticeSettings {
  const publicUrl = variables.PUBLIC_URL?.replace(/\/+$/, '')
  const needing = (['SMTP_URL', 'NOTICE_WEBHOOK_URL'] as const).find((name) => variables[name])
  if (publicUrl === undefined && needing !== undefined) {
    throw new SettingsError(
      `PUBLIC_URL is not set, but ${needing} is: set PUBLIC_URL to the address at which people open the dashboard, because messages link to it.`,
    )
  }
  return {
    publicUrl,
    email: readEmail(variables),
    webhook: readWebhook(variables),
    heartbeatUrl: variables.HEARTBEAT_URL,
    dataAgeDays: variables.NOTICE_DATA_AGE_DAYS,
  }
}

function readEmail({ SMTP_URL: address, SMTP_FROM: from }: Variables) {
  if (address === undefined) return undefined
  if (from === undefined) {
    throw new SettingsError(
      'SMTP_FROM is not set, but SMTP_URL is: set SMTP_FROM to the e-mail address that messages are sent from.',
    )
  }
  const url = new URL(address)
  const isImplicit = url.protocol === 'smtps:'
  const port = url.port === '' ? (isImplicit ? securePort : submissionPort) : Number(url.port)
  const user = decoded(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    /** Whether TLS is used from the first byte; otherwise STARTTLS is required. */
    isSecure: isImplicit || port === securePort,
    credentials: user === '' ? undefined : { user, pass: decoded(url.password) },
    from,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new SettingsError(
      'SMTP_URL holds a value (not shown) with a stray %: write % in the username or password as %25.',
    )
  }
}

function readWebhook(variables: Variables) {
  const { NOTICE_WEBHOOK_URL: url, NOTICE_WEBHOOK_FORMAT: format } = variables
  const { NOTICE_WEBHOOK_SECRET: secret } = variables
  if (url === undefined) return undefined
  if (format === 'json' && secret === undefined) {
    throw new SettingsError(
      'NOTICE_WEBHOOK_SECRET is not set, but NOTICE_WEBHOOK_FORMAT is "json": set it to a long random text, with which the receiver checks who sent a message.',
    )
  }
  // The address may contain a secret of the service.
  return { url, format, secret }
}
