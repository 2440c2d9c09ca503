import { expect, test } from 'vitest'
import { connectionReason, findConnectionReason, tlsFaultOf } from './connection-reasons.ts'

const withCode = (code: string, rest = {}) => Object.assign(new Error('x'), { code, ...rest })

test.each([
  [withCode('CERT_HAS_EXPIRED'), 'its certificate has expired'],
  [
    withCode('CERT_NOT_YET_VALID'),
    'its certificate is not valid yet, or the clock of this machine is wrong',
  ],
  [
    withCode('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'),
    'the two sides have no TLS version or cipher in common (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)',
  ],
  [
    withCode('ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR'),
    'the TLS connection failed (ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR)',
  ],
  [withCode('ESOCKET', { originalCode: 'ENOTFOUND' }), 'its host name is not known'],
  [withCode('OUTER', { cause: withCode('ECONNREFUSED') }), 'nothing answers at this address'],
  [
    // What Node says of a port without TLS when the handshake fails while it writes, as with S3 and Swift.
    Object.assign(
      new Error(
        'write EPROTO 40930BD8C37F0000:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/openssl/openssl/ssl/record/methods/tlsany_meth.c:78:\n',
      ),
      { code: 'EPROTO' },
    ),
    'there is no TLS at this port',
  ],
  [withCode('ESOMETHING'), 'ESOMETHING'],
  [new Error('x'), 'the connection failed'],
])('%j has failed because %s', (error, reason) => {
  expect(connectionReason(error)).toBe(reason)
})

test('another failure than that of a connection has no such reason', () => {
  expect(findConnectionReason(withCode('NoSuchBucket'))).toBeUndefined()
  expect(tlsFaultOf(withCode('ECONNREFUSED'))).toBeUndefined()
})
