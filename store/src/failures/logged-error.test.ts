import { expect, test } from 'vitest'
import { describeForLog, traceOf } from './logged-error.ts'

const secret = '555-0100'
const ofPostgres = (code: string, message: string) =>
  Object.assign(new Error(message), {
    name: 'error',
    severity: 'ERROR',
    code,
    table: 'volunteers',
    constraint: 'volunteers_key',
    detail: `Key (phone)=(${secret}) exists.`,
    where: `COPY volunteers, line 1: ${secret}`,
    internalQuery: `select '${secret}'`,
    hint: secret,
    parameters: [secret],
  })

test.each([
  ['23505', 'duplicate key value violates unique constraint "volunteers_key"', 'volunteers_key'],
  ['22P02', `invalid input syntax for type integer: "${secret}"`, 'invalid input syntax'],
  ['22P02', `invalid "a" for "${secret}\n more"`, 'invalid'],
])('no value of an error %s of PostgreSQL is logged', (code, message, retained) => {
  const logged = describeForLog(new Error('Failed', { cause: ofPostgres(code, message) }))
  expect(JSON.stringify(logged)).not.toContain(secret)
  expect(logged.cause).toMatchObject({ code, table: 'volunteers', constraint: 'volunteers_key' })
  expect(logged.cause?.message).toContain(retained)
  expect(traceOf(ofPostgres(code, message))).not.toContain(secret)
})

test('type, code, message and frames of any error are logged, and no other member', () => {
  const error = Object.assign(new TypeError('cannot "read"'), { code: 'E1', request: { secret } })
  const { stack, ...rest } = describeForLog(error)
  expect(rest).toEqual({ type: 'TypeError', code: 'E1', message: 'cannot "read"' })
  expect(stack).toMatch(/^TypeError: cannot "read"\n +at .*logged-error\.test/)
})

test('an endless chain of causes is cut', () => {
  const error = new Error('round')
  error.cause = error
  expect(JSON.stringify(describeForLog(error)).match(/"type"/g)).toHaveLength(6)
})

test('a thrown value that is not an error is named by its kind', () => {
  expect(describeForLog(undefined)).toEqual({ type: 'undefined', message: 'undefined', stack: '' })
  expect(traceOf('text')).toBe('string')
})

test('a trace has no message', () => {
  expect(traceOf(new RangeError(`no ${secret}\n${secret}`))).toMatch(/^RangeError\n +at /)
})
