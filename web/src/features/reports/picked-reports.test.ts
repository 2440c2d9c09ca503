import type { Report } from '@dashboard/contract/reports'
import { expect, it } from 'vitest'
import {
  nothingPicked,
  type Picked,
  type PickedAction,
  reducePicked,
  stillThere,
} from './picked-reports.ts'

const after = (...actions: PickedAction[]): Picked => actions.reduce(reducePicked, nothingPicked)
const pick = (id: string): PickedAction => ({ type: 'pick', id, isPicked: true })
const unpick = (id: string): PickedAction => ({ type: 'pick', id, isPicked: false })

it('selects one by one, and adds all that are shown', () => {
  const picked = after(pick('a'), pick('b'), unpick('a'), { type: 'pickAll', ids: ['b', 'c'] })
  expect([...picked]).toEqual(['b', 'c'])
  expect([...reducePicked(picked, { type: 'clear' })]).toEqual([])
})

it('leaves out what is gone', () => {
  const reports = [{ id: 'b' }, { id: 'c' }] as Report[]
  expect(stillThere(after(pick('a'), pick('b')), reports)).toEqual(['b'])
})
