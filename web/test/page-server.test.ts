import { listJobs, syncJobs } from '@dashboard/contract/jobs'
import { expect, test } from 'vitest'
import { checkedAnswer } from './page-server.ts'

test('an answer that a test gives instead of the server must fit the contract', () => {
  const answer = { success: true, message: '', updated: 2 }
  expect(checkedAnswer(syncJobs, answer)).toEqual(answer)
  expect(() => checkedAnswer(syncJobs, { success: 'yes', message: '', updated: 2 })).toThrow()
  expect(() => checkedAnswer(listJobs, { jobs: [{ id: 'no job' }], nextCursor: null })).toThrow()
})
