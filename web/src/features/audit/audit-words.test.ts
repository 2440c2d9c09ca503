import { expect, it } from 'vitest'
import { describeDetails, splitSubject } from './audit-words.ts'

it('names what an entry is about', () => {
  expect(splitSubject('job:12-34')).toEqual({ noun: 'Job', id: '12-34' })
  expect(splitSubject('schedule:7')).toEqual({ noun: 'schedule', id: '7' })
})

it.each([
  [{}, ''],
  [{ reason: 'inactive account' }, 'Reason: inactive account'],
  [
    { fields: ['firstName', 'role'], role: { from: 'user', to: 'admin' } },
    'Fields: first name, role · Role: user → admin',
  ],
  [{ isActive: { from: true, to: false } }, 'Is active: yes → no'],
  [{ enabled: true, fields: [] }, 'Enabled: yes · Fields: none'],
  [
    { reports: 2, files: ['A b.pdf', 'C.pdf'], ids: ['1', '2'] },
    'Reports: 2 · Files: A b.pdf, C.pdf',
  ],
  [{ nested: { a: 1 } }, 'Nested: {"a":1}'],
])('puts the facts %j into words', (details, text) => {
  expect(describeDetails(details)).toBe(text)
})
