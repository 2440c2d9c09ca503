import { describeColumns } from '@dashboard/contract/columns'
import { getJob, listJobs, syncJobs } from '@dashboard/contract/jobs'
import { listSchedules } from '@dashboard/contract/schedules'
import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { isUnknownCall } from './missing-calls.ts'

const plain = new ApiError(404, 'Not Found')
const said = new ApiError(404, 'There is nothing at this address.', { reason: 'unknown-call' })

it('recognizes a server that says it has no such call', () => {
  for (const endpoint of [listJobs, getJob, syncJobs]) {
    expect(isUnknownCall(endpoint, said)).toBe(true)
  }
})

it('a 404 without a reason means the same where the path names nothing that could have been deleted', () => {
  expect(isUnknownCall(listSchedules, plain)).toBe(true)
  expect(isUnknownCall(getJob, plain)).toBe(false)
  expect(isUnknownCall(syncJobs, plain)).toBe(false)
  expect(isUnknownCall(describeColumns, plain)).toBe(false)
})

it('no other failure means that', () => {
  for (const status of [0, 400, 409, 500, 502, 503]) {
    expect(isUnknownCall(listJobs, new ApiError(status, ''))).toBe(false)
  }
})
