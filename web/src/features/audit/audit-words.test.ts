import { shownTime } from '@dashboard/store/test/shown-times'
import { expect, it } from 'vitest'
import { describeDetails, subjectOf } from './audit-words.ts'

it.each([
  ['job:12-34', { noun: 'Job', id: '12-34' }],
  ['schedule:7', { noun: 'Schedule' }],
  ['session:e3019c2a', undefined],
  ['of-a-newer-server:1', undefined],
  [null, undefined],
])('names what an entry is about: %s', (subject, shown) => {
  expect(subjectOf(subject)).toEqual(shown)
})

it.each([
  [{}, ''],
  [{ reason: 'inactive account' }, 'Reason: inactive account'],
  [
    { fields: ['firstName', 'role'], role: { from: 'user', to: 'admin' } },
    'Fields: first name, role · Role: User → Admin',
  ],
  [{ isActive: { from: true, to: false } }, 'State: active → inactive'],
  [
    { type: 'import', jobId: '3f2', file: 'roster.csv' },
    'Type: Import to SMPW Dashboard · File: roster.csv',
  ],
  [{ kind: 'totp' }, 'Kind: authenticator app'],
  [{ action: 'job.start' }, 'Action: Started a job'],
  [{ days: [0, 1], time: '06:00' }, 'Days: Sunday, Monday · Time: 06:00'],
  [{ madeAt: '2026-11-20T15:08:00.000Z' }, `Made at: ${shownTime('2026-11-20 10:08')}`],
  [{ circuits: { from: null, to: ['NY-1'] } }, 'Circuits: none → NY-1'],
  [{ enabled: true, fields: [] }, 'Switched: on · Fields: none'],
  [{ isNovel: true }, 'Is novel: yes'],
  [
    { reports: 2, files: ['A b.pdf', 'C.pdf'], ids: ['1', '2'] },
    'Reports: 2 · Files: A b.pdf, C.pdf',
  ],
  [{ nested: { a: 1 } }, 'Nested: {"a":1}'],
])('puts the facts %j into words', (details, text) => {
  expect(describeDetails(details)).toBe(text)
})
