import { ErrorAnswer } from '@dashboard/contract/answers'
import { expect, it } from 'vitest'
import { readErrorAnswer } from './error-answer.ts'

const issue = { path: 'username', message: 'Username is required' }

it.each<[string, unknown]>([
  ['a message', { message: 'No' }],
  ['a message with issues', { message: 'No', issues: [issue, issue] }],
  ['a reason', { message: 'No', reason: 'sign-in-not-recent' }],
  ['no issues', { message: 'No', issues: [] }],
  ['nothing', undefined],
  ['null', null],
  ['a text', 'No'],
  ['a list', ['No']],
  ['no message', { issues: [issue] }],
  ['a message that is no text', { message: 5 }],
  ['issues that are no list', { message: 'No', issues: issue }],
  ['an issue that is no object', { message: 'No', issues: ['username'] }],
  ['an issue without a path', { message: 'No', issues: [issue, { message: 'No' }] }],
  ['an issue without a message', { message: 'No', issues: [{ path: 'username' }] }],
  ['an issue that is null', { message: 'No', issues: [null] }],
])('reads %s as the schema of the contract does', (_, body) => {
  expect(readErrorAnswer(body)).toEqual(ErrorAnswer.safeParse(body).data)
})
