import type { ImportGuard } from '@dashboard/contract/imports'
import { describe, expect, it } from 'vitest'
import {
  applyLabel,
  confirmText,
  consequenceText,
  guardText,
  guardTitle,
  lossText,
} from './import-words.ts'

describe('the question of a stopped import', () => {
  const nothing: ImportGuard = {
    isStopped: true,
    removals: 0,
    volunteers: 400,
    isTotalExceeded: false,
    congregations: [],
    columns: [],
    erasures: 0,
    replaced: [],
    replacements: 0,
    unknownColumns: [],
    confirmedBy: null,
  }
  const columns = [{ column: 'Zone', isMissing: true, erased: 30, values: 50 }]
  const removing = { ...nothing, removals: 210, isTotalExceeded: true }
  const erasing = { ...nothing, columns, erasures: 30 }

  it('asks nothing about sample data, which the button names', () => {
    const label = (guard: ImportGuard | null) => applyLabel({ guard, undoneImportId: null })
    const sample = { ...nothing, isStopped: false, replacesSampleData: true }
    expect(label(sample)).toBe('Replace the sample data')
    expect([label(nothing), label(null)]).toEqual(Array(2).fill('Import these changes'))
  })

  it('uses the verb of an undo', () => {
    expect(applyLabel({ guard: null, undoneImportId: 'bad' })).toBe('Undo the import')
    expect(confirmText(removing, true)).toBe('Remove 210 volunteers and undo the import')
  })

  it('asks about the people who would be removed', () => {
    expect(guardTitle(removing)).toBe('210 of 400 volunteers would be removed')
    expect(confirmText(removing)).toBe('Remove 210 volunteers and import')
  })

  it('says that the IDs look different, which explains the removals', () => {
    expect(guardText({ ...removing, hasOtherIds: true })).toMatch(
      /^The Locust IDs of the sheet look different from those of the last import\. An administrator/,
    )
    expect(guardText(removing)).not.toContain('IDs')
  })

  it('asks about the values that would be erased', () => {
    expect(guardTitle(erasing)).toBe('30 values would be erased')
    expect(guardText(erasing)).toMatch(/^A column would lose most of what volunteers have there/)
    expect(confirmText(erasing)).toBe('Erase 30 values and import')
  })

  it('asks about the values that would be replaced', () => {
    const replaced = [{ kind: 'phone' as const, replaced: 6, values: 10 }]
    const replacing = { ...nothing, replaced, replacements: 6 }
    expect(guardTitle(replacing)).toBe('6 values would be replaced')
    expect(guardText(replacing)).toMatch(/^This sheet has other values for most volunteers/)
    expect(confirmText(replacing)).toBe('Replace 6 values and import')
    expect(consequenceText(replacing)).toBe('Volunteers get the values of this sheet')
  })

  it('asks about both', () => {
    const both = { ...removing, columns, erasures: 30 }
    expect(guardTitle(both)).toBe('210 of 400 volunteers would be removed, and 30 values erased')
    expect(lossText(both)).toBe('Remove 210 volunteers, erase 30 values')
  })
})
