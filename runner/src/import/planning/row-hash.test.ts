import { expect, it } from 'vitest'
import { compareRowHash, rowHash } from './plan-volunteers.ts'

const then = '2026-01-01T00:00:00.000Z'
const later = '2026-01-02T00:00:00.000Z'

it('distinguishes an unchanged row, with and without warnings, from a changed one', () => {
  expect(compareRowHash(rowHash('{"a":"1"}', then), '{"a":"1"}', then)).toBe('same')
  expect(compareRowHash(rowHash('{}', then, true), '{}', then)).toBe('same-with-warnings')
  expect(compareRowHash(rowHash('{"a":"1"}', then), '{"a":"2"}', then)).toBe('changed')
  expect(compareRowHash(null, '{}', then)).toBe('changed')
})

it('holds for no other state of the volunteer, and for no other version of the mapping', () => {
  expect(compareRowHash(rowHash('{}', then), '{}', later)).toBe('changed')
  expect(compareRowHash(rowHash('{}', then, false, 0), '{}', then)).toBe('changed')
})
