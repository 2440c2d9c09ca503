import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { readPalette } from '@dashboard/contract/brand-palette'
import { smtpCredentials, startSmtpDouble } from '@dashboard/doubles/smtp/smtp-double'
import type { EmailSettings } from '@dashboard/store/settings/settings-notices'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testMessage } from '../../../test/messages.ts'
import type { ChannelFailure } from './channel.ts'
import { emailChannel } from './email-channel.ts'

const trusted = getCACertificates('default')
const { signal } = new AbortController()
const { user, password } = smtpCredentials

afterEach(() => setDefaultCACertificates(trusted))

async function start(encryption: 'tls' | 'starttls' | 'none', isTrusted = true) {
  const double = await startSmtpDouble({ encryption })
  onTestFinished(() => double.close())
  setDefaultCACertificates(isTrusted ? [...trusted, double.certificate] : trusted)
  const open = (changes: Partial<EmailSettings> = {}) =>
    emailChannel({
      settings: {
        host: '127.0.0.1',
        port: double.port,
        isSecure: encryption === 'tls',
        credentials: { user, pass: password },
        from: { name: undefined, address: 'dashboard@example.org' },
        ...changes,
      },
      publicUrl: 'https://dashboard.example.org',
      readColors: async () => readPalette({ primaryActions: '#ffee00' }),
    })
  return { double, open }
}

const mail = { ...testMessage, recipient: 'ann@example.org' }
const failure = (promise: Promise<unknown>) => promise.catch((error: ChannelFailure) => error)

describe('an e-mail', () => {
  test.each(['tls', 'starttls'] as const)('is sent encrypted by %s, with sign-in', async (way) => {
    const { double, open } = await start(way)
    await open().send(mail, signal)
    expect(double.mails).toHaveLength(1)
    const [received] = double.mails
    expect(received).toMatchObject({
      from: 'dashboard@example.org',
      to: ['ann@example.org'],
      isEncrypted: true,
      helo: 'dashboard.example.org',
      user,
    })
    const raw = received?.raw.replaceAll('=\r\n', '') ?? ''
    expect(raw).toContain('Subject: SMPW Dashboard: The import failed')
    expect(raw).toContain(`Message-ID: <${mail.id}@example.org>`)
    expect(raw).toContain('Auto-Submitted: auto-generated')
    expect(raw).toContain('https://dashboard.example.org/dashboard/sync')
    // The brand's color, with a readable text color on it.
    expect(raw).toMatch(/background:#ffee00;color:#000000/)
  })

  test('is from the product, or from the name in SMTP_FROM', async () => {
    const { double, open } = await start('tls')
    await open().send(mail, signal)
    await open({ from: { name: 'Cart Desk', address: 'desk@example.org' } }).send(mail, signal)
    const senders = double.mails.map(({ raw }) => /^From: (.*)\r$/m.exec(raw)?.[1])
    expect(senders).toEqual([
      'SMPW Dashboard <dashboard@example.org>',
      'Cart Desk <desk@example.org>',
    ])
  })

  test('is not sent where no TLS answers at the port', async () => {
    const { open } = await start('starttls')
    expect(await failure(open({ isSecure: true }).send(mail, signal))).toMatchObject({
      message: 'The mail server cannot be used: there is no TLS at this port.',
    })
  })

  test('is not sent where the server offers no STARTTLS, nor over a certificate that is not trusted', async () => {
    const plain = await start('none')
    expect(await failure(plain.open().send(mail, signal))).toMatchObject({
      message: expect.stringMatching(/no encryption that can be trusted/),
      isFinal: false,
    })
    const untrusted = await start('starttls', false)
    const notTrusted = {
      message:
        'The mail server cannot be used: its certificate is signed by no authority that is known here.',
    }
    expect(await failure(untrusted.open().send(mail, signal))).toMatchObject(notTrusted)
    const untrustedTls = await start('tls', false)
    expect(await failure(untrustedTls.open().send(mail, signal))).toMatchObject(notTrusted)
    for (const { double } of [plain, untrusted, untrustedTls]) expect(double.mails).toEqual([])
  })

  test('fails in words without the password when sign-in is refused', async () => {
    const { open } = await start('starttls')
    const refused = open({ credentials: { user, pass: 'not that one' } })
    const { message } = (await failure(refused.send(mail, signal))) as ChannelFailure
    expect(message).toBe('The mail server refused the username or password (535).')
  })

  test.each([
    [{ step: 'recipient', code: 451 }, /refused the message \(451\)/, false],
    [{ step: 'data', code: 452 }, /refused the message \(452\)/, false],
    [{ step: 'connect', code: 421 }, /\(421\)/, false],
    [{ step: 'recipient', code: 550 }, /does not accept the recipient \(550\)/, true],
  ] as const)(
    'fails in words when the server answers %j, and then goes through',
    async (fault, words, isFinal) => {
      const { double, open } = await start('starttls')
      double.faults.push(fault)
      const error = await failure(open().send(mail, signal))
      expect(error).toMatchObject({ message: expect.stringMatching(words), isFinal })
      await open().send(mail, signal)
      expect(double.mails).toHaveLength(1)
    },
  )

  test('fails in words when the server is silent for 15 seconds', async () => {
    const { double, open } = await start('starttls')
    double.faults.push('silent')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const sent = failure(open().send(mail, signal))
    await vi.waitFor(() => expect(double.faults).toEqual([]))
    vi.advanceTimersByTime(15_000)
    expect(await sent).toMatchObject({ message: expect.stringMatching(/in time/), isFinal: false })
  })

  test('fails in words when nothing listens', async () => {
    const { double, open } = await start('starttls')
    await double.close()
    expect(await failure(open().send(mail, signal))).toMatchObject({
      message: 'The mail server cannot be used: nothing answers at this address.',
    })
  })

  test('is checked without being sent', async () => {
    const { double, open } = await start('tls')
    await open().check(signal)
    await expect(open({ credentials: { user, pass: 'x' } }).check(signal)).rejects.toThrow('535')
    expect(double.mails).toEqual([])
  })
})
