import { expect, test } from 'vitest'
import { explainStartFailure } from './explain-failure.ts'

const failure = (facts: object) => Object.assign(new Error('no words for anybody'), facts)

test.each([
  ['a file', failure({ code: 'ENOSPC', path: '/data/files' }), '/data/files'],
  ['a quota', failure({ code: 'EDQUOT' }), '/data'],
  ['SQLite', failure({ errcode: 13 }), '/data'],
  ['a cause', new Error('outer', { cause: failure({ code: 'ENOSPC' }) }), '/data'],
])('a lack of space, by %s, is one sentence about the place', (_what, error, path) => {
  const sentence = explainStartFailure(error, { dataDir: '/data' })
  expect(sentence).toBe(
    `${path} cannot be used: the disk is full. Free some space, then start again.`,
  )
})

test('an unforeseen failure has no sentence', () => {
  expect(explainStartFailure(failure({}), { dataDir: '/data' })).toBeUndefined()
})
