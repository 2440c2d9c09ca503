import type { ImportTotals } from '@dashboard/contract/automation'
import type { ImportGuard, ImportListEntry } from '@dashboard/contract/imports'
import { describe, expect, it } from 'vitest'
import {
  applyText,
  firstKind,
  groupWithoutChanges,
  hasChanges,
  importState,
  importTitle,
  outdatedTexts,
  skippedSinceText,
  totalsText,
} from './import-words.ts'

const none: ImportTotals = {
  rows: 0,
  new: 0,
  moved: 0,
  changed: 0,
  left: 0,
  unchanged: 0,
  skipped: 0,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}
const some = { ...none, new: 12, moved: 3, changed: 5, left: 2, skipped: 8, unchanged: 1_380 }

it('groups consecutive imports that changed nothing', () => {
  const entry = (id: string, over: Partial<ImportListEntry> = {}) =>
    ({
      id,
      kind: 'import',
      status: 'completed',
      totals: { ...none, rows: 9, unchanged: 8, skipped: 1 },
      ...over,
    }) as ImportListEntry
  const entries = [
    entry('quiet 1'),
    entry('quiet 2'),
    entry('some', { totals: some }),
    entry('quiet 3'),
    entry('failed', { status: 'failed', totals: null }),
    entry('review', { kind: 'review', status: 'ready' }),
    entry('quiet 4'),
    entry('quiet 5'),
    entry('quiet 6'),
  ]
  expect(groupWithoutChanges(entries).map((group) => group.map(({ id }) => id))).toEqual([
    ['quiet 1', 'quiet 2'],
    ['some'],
    ['quiet 3'],
    ['failed'],
    ['review'],
    ['quiet 4', 'quiet 5', 'quiet 6'],
  ])
})

describe('totals', () => {
  it.each([
    [
      some,
      false,
      '12 new, 3 would move, 5 would change, 2 would leave, 8 rows skipped, 1,380 as they were',
    ],
    [some, true, '12 new, 3 moved, 5 changed, 2 left, 8 rows skipped, 1,380 as they were'],
    [
      { ...none, left: 1, skipped: 1, unchanged: 1 },
      false,
      '1 would leave, 1 row skipped, 1 as they were',
    ],
    [none, false, 'No volunteers'],
  ])('%j in one sentence', (totals, isDone, text) => {
    expect(totalsText(totals, isDone)).toBe(text)
  })

  it.each([
    ['removals', { isTotalExceeded: true }, { left: 9, changed: 4 }, 'stopped', 'left'],
    ['an erased column', {}, { changed: 2_668 }, 'stopped', 'changed'],
    ['an erased column of people who all move', {}, { moved: 3 }, 'stopped', 'all'],
    ['removals, confirmed', { isTotalExceeded: true }, { left: 9 }, 'completed', 'all'],
  ] as const)('begin with what stopped the import: %s', (_, found, counts, status, kind) => {
    const guard = { isTotalExceeded: false, congregations: [], ...found } as unknown as ImportGuard
    expect(firstKind({ status, guard, totals: { ...none, ...counts } })).toBe(kind)
    expect(firstKind({ status, guard: null, totals: { ...none, ...counts } })).toBe('all')
  })

  it('count as changes where a person or a place changes', () => {
    expect(hasChanges({ ...none, rows: 9, unchanged: 1, skipped: 8 })).toBe(false)
    expect(hasChanges({ ...none, leftCongregations: 1 })).toBe(true)
  })

  it.each([
    [some, '12 volunteers are added, 3 moved, 5 changed, and 2 removed.'],
    [{ ...none, left: 1 }, '1 volunteer is removed.'],
    [none, 'Circuits and congregations change, but no volunteer does.'],
  ])('ask before %j', (totals, text) => {
    expect(applyText(totals)).toBe(text)
  })
})

it.each([
  ['queued', null, undefined, 'Waiting'],
  ['running', null, undefined, 'Working out the changes'],
  ['running', none, undefined, 'Importing'],
  ['ready', none, false, 'Ready to import'],
  ['ready', none, undefined, 'Not imported'],
  ['ready', none, true, 'Outdated'],
  ['stopped', none, true, 'Outdated'],
  ['stopped', none, false, 'Stopped: too much would be lost'],
  ['completed', none, true, 'Imported'],
  ['failed', null, undefined, 'Failed'],
] as const)('%s is named, whatever is outdated', (status, totals, isOutdated, word) => {
  expect(importState({ status, totals, undoneImportId: null }, isOutdated).word).toBe(word)
})

it('uses the verb of an undo', () => {
  const undo = { totals: none, undoneImportId: 'bad' }
  const word = (status: 'ready' | 'completed', isOutdated?: boolean) =>
    importState({ ...undo, status }, isOutdated).word
  expect([word('ready', false), word('ready'), word('completed')]).toEqual([
    'Ready to undo',
    'Not undone',
    'Undone',
  ])
  expect(importTitle({ kind: 'restore', undoneImportId: 'bad' })).toBe('Undo of an import')
})

it('names what has changed since, the sheet first', () => {
  const unchanged = { isSheetChanged: false, volunteers: 0, names: [], isOtherwiseChanged: false }
  expect(outdatedTexts({ ...unchanged, isSheetChanged: true, isOtherwiseChanged: true })).toEqual([
    'The spreadsheet has changed since.',
    expect.stringMatching(/^Circuits or congregations have changed since/),
  ])
  expect(outdatedTexts({ ...unchanged, volunteers: 1, names: ['Ann Lee'] })).toEqual([
    '1 volunteer has changed since: Ann Lee.',
  ])
  expect(outdatedTexts({ ...unchanged, volunteers: 1_200, names: ['Ann Lee', 'Bo Kim'] })).toEqual([
    '1,200 volunteers have changed since: Ann Lee, Bo Kim, and 1,198 more.',
  ])
})

it('says since when a row has been skipped, unless this sheet is the first', () => {
  const readAt = '2026-11-21T10:00:00.000Z'
  expect(skippedSinceText({ firstSeenAt: '2026-11-03T10:00:00.000Z' }, readAt)).toBe(
    'Skipped since Nov 3, 2026',
  )
  expect(skippedSinceText({ firstSeenAt: readAt }, readAt)).toBeUndefined()
})
