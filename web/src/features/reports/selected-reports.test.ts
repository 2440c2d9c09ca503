import type { Report } from '@dashboard/contract/reports'
import { expect, it } from 'vitest'
import {
  existingIds,
  noneSelected,
  reduceSelected,
  type SelectedIds,
  type SelectionChange,
} from './selected-reports.ts'

const after = (...actions: SelectionChange[]): SelectedIds =>
  actions.reduce(reduceSelected, noneSelected)
const select = (id: string): SelectionChange => ({ type: 'select', id, isSelected: true })
const deselect = (id: string): SelectionChange => ({ type: 'select', id, isSelected: false })

it('selects one by one, and adds all that are shown', () => {
  const selected = after(select('a'), select('b'), deselect('a'), {
    type: 'selectAll',
    ids: ['b', 'c'],
  })
  expect([...selected]).toEqual(['b', 'c'])
  expect([...reduceSelected(selected, { type: 'clear' })]).toEqual([])
})

it('leaves out what is gone', () => {
  const reports = [{ id: 'b' }, { id: 'c' }] as Report[]
  expect(existingIds(after(select('a'), select('b')), reports)).toEqual(['b'])
})
