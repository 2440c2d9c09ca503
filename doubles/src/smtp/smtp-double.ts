import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { loopbackCertificate } from './smtp-certificate.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The message as sent, headers and body. */
  raw: string
  isEncrypted: boolean
  /** The name that the client has given with EHLO. */
  helo: string
  /** The user who has signed in; `undefined` without credentials. */
  user: string | undefined
}

/** Step and code with which the next connection fails; `silent` never sends a greeting. */
type Fault = { step: 'connect' | 'recipient' | 'data'; code: number } | 'silent'

type Encryption = 'tls' | 'starttls' | 'none'

export const smtpCredentials = { user: 'dashboard', password: 'a p@ssword' }

/** Starts a real mail server on loopback with its own certificate; it fails on request. */
export async function startSmtpDouble({ encryption }: { encryption: Encryption }) {
  const mails: ReceivedMail[] = []
  const faults: Fault[] = []
  const { cert, key } = loopbackCertificate()
  const server = new SMTPServer({
    cert,
    key,
    authOptional: true,
    closeTimeout: 0,
    logger: false,
    secure: encryption === 'tls',
    hideSTARTTLS: encryption === 'none',
    ...(encryption === 'none' && { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    ...faultHandlers(faults),
    onAuth({ username, password }, _session, done) {
      const isRight = username === smtpCredentials.user && password === smtpCredentials.password
      if (isRight) done(null, { user: username })
      else done(withCode(535))
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const fault = takeFault(faults, 'data')
        if (fault !== undefined) return done(withCode(fault))
        mails.push(toMail(session, Buffer.concat(pieces).toString('utf8')))
        done()
      })
    },
  })
  // A client that disconnects is not a failure of the double.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    port,
    /** Certificate that a client must trust. */
    certificate: cert,
    mails,
    /** Each fault is used once, in order. */
    faults,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

function faultHandlers(faults: Fault[]): Pick<SMTPServerOptions, 'onConnect' | 'onRcptTo'> {
  return {
    onConnect(_session, done) {
      if (faults[0] === 'silent') {
        faults.shift()
        return
      }
      const fault = takeFault(faults, 'connect')
      done(fault === undefined ? null : withCode(fault))
    },
    onRcptTo(_address, _session, done) {
      const fault = takeFault(faults, 'recipient')
      done(fault === undefined ? null : withCode(fault))
    },
  }
}

function takeFault(faults: Fault[], step: Exclude<Fault, 'silent'>['step']): number | undefined {
  const [next] = faults
  if (next === undefined || next === 'silent' || next.step !== step) return undefined
  faults.shift()
  return next.code
}

function withCode(responseCode: number): Error {
  return Object.assign(new Error('Refused by the double'), { responseCode })
}

function toMail(session: SMTPServerSession, raw: string): ReceivedMail {
  const { mailFrom, rcptTo } = session.envelope
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    raw,
    isEncrypted: session.secure,
    helo: session.hostNameAppearsAs,
    user: session.user === undefined ? undefined : String(session.user),
  }
}
