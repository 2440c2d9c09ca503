import { StorageError } from '@dashboard/store/files/file-store'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { handleErrors } from './error-handler.ts'

async function answerTo(error: Error) {
  const app = Fastify()
  handleErrors(app)
  app.get('/', async () => {
    throw error
  })
  const { statusCode, body } = await app.inject('/')
  return { statusCode, body: JSON.parse(body) }
}

it.each([
  [false, 502],
  [true, 504],
])(
  'never mistakes a failure of the storage for one of the session (time-out %s)',
  async (isTimeout, status) => {
    const cause = Object.assign(new Error('Forbidden'), {
      code: 'ECONNREFUSED',
      $metadata: { httpStatusCode: 403 },
    })
    const sentence = 'The file storage refuses the access key. Check AWS_ACCESS_KEY_ID.'
    const error = new StorageError(sentence, { isTimeout, cause })
    expect(await answerTo(error)).toEqual({
      statusCode: status,
      body: { message: expect.stringMatching(/^The files of the dashboard cannot be reached/) },
    })
  },
)

it.each([
  ['a file', Object.assign(new Error('write'), { code: 'ENOSPC' })],
  ['SQLite', Object.assign(new Error('full'), { errcode: 13 })],
  ['PostgreSQL', Object.assign(new Error('extend'), { code: '53100' })],
  [
    'the storage',
    new StorageError('The file cannot be written: the disk is full.', {
      cause: Object.assign(new Error('write'), { code: 'EDQUOT' }),
    }),
  ],
])('says that the disk is full when %s finds no room', async (_what, error) => {
  expect(await answerTo(error)).toEqual({
    statusCode: 503,
    body: { message: expect.stringMatching(/^The disk of the server is full/) },
  })
})

it('says that the database is unavailable when it is', async () => {
  const error = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(await answerTo(error)).toMatchObject({ statusCode: 503 })
})

it.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN', '28P01'])(
  'says that the database refuses the server when connecting fails with %s',
  async (code) => {
    expect(await answerTo(Object.assign(new Error('the host is db.internal'), { code }))).toEqual({
      statusCode: 503,
      body: { message: expect.stringMatching(/^The server cannot log in to the database/) },
    })
  },
)

it('answers an unexpected failure without its details', async () => {
  const { statusCode, body } = await answerTo(new Error('the password is in here'))
  expect(statusCode).toBe(500)
  expect(body.message).not.toContain('password')
})
