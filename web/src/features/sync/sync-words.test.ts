import type { ImportTotals, SyncEnd } from '@dashboard/contract/automation'
import { describe, expect, it } from 'vitest'
import { endText, outdatedText, skippedText, syncStanding } from './sync-words.ts'

const totals: ImportTotals = {
  rows: 403,
  new: 3,
  moved: 2,
  changed: 0,
  left: 5,
  unchanged: 390,
  skipped: 8,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}

function end(overrides: Partial<SyncEnd> = {}): SyncEnd {
  return {
    type: 'import',
    jobId: 'a',
    status: 'completed',
    endedAt: '2026-11-20T15:00:00.000Z',
    startedBy: 'Ada',
    error: null,
    errorDetails: null,
    failureKind: null,
    cancelledBy: null,
    importId: null,
    exported: null,
    imported: null,
    ...overrides,
  }
}

const failed = end({ status: 'failed', failureKind: 'outside-system' })
const waited = end({ status: 'failed', failureKind: 'dependency' })
const cancelled = end({ status: 'failed', failureKind: 'cancelled', cancelledBy: 'Ada' })

it('syncStanding has two texts, unless the server does not answer', () => {
  const standing = (isBusy: boolean, isKnown: boolean) =>
    syncStanding({ isBusy, isKnown, hasFailed: false })
  expect(standing(false, true)).toEqual({
    state: 'success',
    text: 'Ready to run',
  })
  expect(standing(false, false)).toEqual({
    state: 'neutral',
    text: 'Ready to run',
  })
  for (const isKnown of [true, false]) {
    expect(standing(true, isKnown)).toEqual({
      state: 'running',
      text: 'Sync in progress...',
    })
  }
  expect(syncStanding({ isBusy: false, isKnown: false, hasFailed: true })).toEqual({
    state: 'neutral',
    text: 'Not known right now',
  })
})

describe('the result of a step', () => {
  it('names only what has changed, and those who left apart from those who are there', () => {
    expect(endText(end({ imported: totals }))).toBe(
      '395 volunteers (3 new, 2 moved); 5 others left',
    )
    const onlyLeft = { ...totals, new: 0, moved: 0, left: 1 }
    expect(endText(end({ imported: onlyLeft }))).toBe('390 volunteers; 1 other left')
    expect(skippedText(end({ imported: totals }))).toBe('8 rows skipped')
    const same = { ...totals, new: 0, moved: 0, left: 0, skipped: 0, unchanged: 3_000 }
    expect(endText(end({ imported: same }))).toBe('3,000 volunteers, nothing changed')
    expect(skippedText(end({ imported: same }))).toBeUndefined()
    expect(endText(end())).toBe('Completed')
    expect(endText(end({ type: 'export', exported: 1 }))).toBe(
      '1 volunteer copied into the spreadsheet',
    )
  })

  it('distinguishes failed, cancelled and not run', () => {
    expect(endText(failed)).toBe('Failed')
    expect(endText(waited)).toBe('Did not run')
    expect(endText({ ...waited, cancelledBy: 'Ada' })).toBe('Did not run')
    expect(endText(cancelled)).toBe('Cancelled by Ada')
    expect(endText({ ...cancelled, cancelledBy: null })).toBe('Cancelled outside the dashboard')
  })
})

describe('reports that are out of date', () => {
  it('are counted over both kinds', () => {
    expect(outdatedText({ circuits: [], congregations: [] })).toBeUndefined()
    expect(outdatedText({ circuits: ['NY-1'], congregations: [] })).toBe(
      '1 report is now out of date',
    )
    expect(outdatedText({ circuits: ['NY-1', 'NY-2'], congregations: ['A', 'B', 'C'] })).toBe(
      '5 reports are now out of date',
    )
  })
})
