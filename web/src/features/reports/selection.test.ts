import { describe, expect, it } from 'vitest'
import {
  chosenNames,
  circuitsChosen,
  emptySelection,
  reduceSelection,
  type Selection,
  type SelectionAction,
} from './selection.ts'

const congregationsOf = {
  'NY-1': ['Astoria', 'Central (NY-1)'],
  'NY-2': ['Bayside', 'Central (NY-2)'],
}

function after(...actions: SelectionAction[]): Selection {
  return actions.reduce(reduceSelection, emptySelection)
}
const byCongregation: SelectionAction = { type: 'chooseKind', kind: 'congregation' }
const bulkOn: SelectionAction = { type: 'switchBulk', isOn: true }
function byCircuits(circuits: string[], checked: boolean): SelectionAction {
  return { type: 'selectByCircuits', circuits, checked, congregationsOf }
}
function select(
  list: 'circuits' | 'congregations',
  names: string[],
  checked = true,
): SelectionAction {
  return { type: 'select', list, names, checked }
}

describe('reduceSelection', () => {
  it('begins with circuits, nothing chosen, no search and bulk mode off', () => {
    expect(emptySelection).toEqual({
      kind: 'circuit',
      circuits: new Set(),
      congregations: new Set(),
      isBulk: false,
      searches: { circuits: '', congregations: '', bulkCircuits: '' },
    })
  })

  it('opens bulk mode and changes one search, and leaves everything else', () => {
    const before = after(byCongregation, select('congregations', ['Astoria']), {
      type: 'search',
      list: 'congregations',
      text: 'ast',
    })
    const searches = { circuits: '', congregations: 'ast', bulkCircuits: '' }
    expect(before).toEqual({
      kind: 'congregation',
      circuits: new Set(),
      congregations: new Set(['Astoria']),
      isBulk: false,
      searches,
    })
    expect(reduceSelection(before, bulkOn)).toEqual({ ...before, isBulk: true })
  })

  it('clears the congregations when their reports were ordered', () => {
    const chosen = after(select('circuits', ['NY-1']), select('congregations', ['Astoria']))
    const state = reduceSelection(chosen, { type: 'generated', kind: 'congregation' })
    expect([[...state.circuits], [...state.congregations]]).toEqual([['NY-1'], []])
  })

  it('adds and removes names', () => {
    const state = after(
      select('circuits', ['NY-1', 'NY-2']),
      select('circuits', ['NY-1'], false),
      select('circuits', ['NY-2']),
    )
    expect([...state.circuits]).toEqual(['NY-2'])
  })

  it('leaves the state before untouched', () => {
    const before = after(select('circuits', ['NY-1']))
    reduceSelection(before, select('circuits', ['NY-2']))
    expect([...before.circuits]).toEqual(['NY-1'])
  })

  it('clears searches and selections and closes bulk mode when the type changes', () => {
    const state = after(
      byCongregation,
      bulkOn,
      { type: 'search', list: 'congregations', text: 'ast' },
      { type: 'search', list: 'bulkCircuits', text: 'ny' },
      byCircuits(['NY-1'], true),
      { type: 'chooseKind', kind: 'circuit' },
    )
    expect(state).toEqual(emptySelection)
  })

  it('ticks and unticks all congregations of a circuit and leaves the others', () => {
    const ticked = after(
      byCongregation,
      select('congregations', ['Bayside']),
      bulkOn,
      byCircuits(['NY-1'], true),
    )
    expect([...ticked.congregations]).toEqual(['Bayside', 'Astoria', 'Central (NY-1)'])
    const unticked = reduceSelection(ticked, byCircuits(['NY-1'], false))
    expect([...unticked.congregations]).toEqual(['Bayside'])
  })

  it('leaves the congregations selected when bulk mode is closed', () => {
    const state = after(
      byCongregation,
      bulkOn,
      byCircuits(['NY-1', 'NY-2'], true),
      { type: 'search', list: 'bulkCircuits', text: 'ny' },
      { type: 'switchBulk', isOn: false },
    )
    expect(state.isBulk).toBe(false)
    expect(state.congregations.size).toBe(4)
    expect(state.searches.bulkCircuits).toBe('')
  })

  it('clears the selection of the generated type only, and not its search', () => {
    const state = after(
      select('circuits', ['NY-1']),
      select('congregations', ['Astoria']),
      { type: 'search', list: 'circuits', text: 'ny' },
      { type: 'generated', kind: 'circuit' },
    )
    expect(state.circuits.size).toBe(0)
    expect([...state.congregations]).toEqual(['Astoria'])
    expect(state.searches.circuits).toBe('ny')
  })

  it('takes an unknown circuit for one without congregations', () => {
    expect(after(byCongregation, byCircuits(['NY-9'], true)).congregations.size).toBe(0)
  })
})

describe('chosenNames', () => {
  const options = { circuits: ['NY-1', 'NY-2', 'NY-10'], congregations: ['Astoria'] }

  it('answers the kind that is shown, in the order of the list', () => {
    expect(chosenNames(after(select('circuits', ['NY-10', 'NY-1'])), options)).toEqual([
      'NY-1',
      'NY-10',
    ])
  })
  it('leaves out what is no longer there', () => {
    const state = after(byCongregation, select('congregations', ['Astoria', 'Gone']))
    expect(chosenNames(state, options)).toEqual(['Astoria'])
  })
})

it('circuitsChosen distinguishes whole circuits from parts of them', () => {
  const chosen = circuitsChosen(new Set(['Astoria', 'Central (NY-1)', 'Bayside']), {
    ...congregationsOf,
    'NY-3': [],
    'NY-4': ['Douglaston'],
  })
  expect([...chosen.whole]).toEqual(['NY-1'])
  expect([...chosen.partial]).toEqual(['NY-2'])
})
