import { countOf } from '@dashboard/contract/counts'
import type { LookupOptions } from '@dashboard/contract/workflows'
import { type Dispatch, useMemo } from 'react'
import { Checklist } from '../../ui/checklist.tsx'
import { Switch } from '../../ui/switch.tsx'
import { circuitsChosen, type Selection, type SelectionAction } from './selection.ts'

interface ChoiceProps {
  options: LookupOptions
  selection: Selection
  dispatch: Dispatch<SelectionAction>
}

function toItems(names: readonly string[]) {
  return names.map((name) => ({ id: name, label: name }))
}

export function CircuitChoice({ options, selection, dispatch }: ChoiceProps) {
  const items = useMemo(() => toItems(options.circuits), [options.circuits])
  return (
    <Checklist
      label="Circuits"
      items={items}
      selected={selection.circuits}
      onSelect={(names, checked) => dispatch({ type: 'select', list: 'circuits', names, checked })}
      search={selection.searches.circuits}
      onSearch={(text) => dispatch({ type: 'search', list: 'circuits', text })}
      searchLabel="Search circuits"
      isTall
    />
  )
}

export function CongregationChoice(props: ChoiceProps) {
  const { options, selection, dispatch } = props
  const items = useMemo(() => toItems(options.congregations), [options.congregations])
  const note = selection.isBulk ? ' (Auto-selected from circuits + Manual selections)' : ''
  return (
    <>
      <Switch
        label="Bulk Select by Circuits"
        description="Tick a circuit to select all its congregations."
        checked={selection.isBulk}
        onChange={(isOn) => dispatch({ type: 'switchBulk', isOn })}
      />
      {selection.isBulk && <BulkChoice {...props} />}
      <Checklist
        label={`Congregations${note}`}
        items={items}
        selected={selection.congregations}
        onSelect={(names, checked) =>
          dispatch({ type: 'select', list: 'congregations', names, checked })
        }
        search={selection.searches.congregations}
        onSearch={(text) => dispatch({ type: 'search', list: 'congregations', text })}
        searchLabel="Search congregations"
        emptyText="No congregations yet."
        isTall={!selection.isBulk}
      />
    </>
  )
}

/** Circuits represent their congregations here: one is ticked when all of them are, whoever ticked them. */
function BulkChoice({ options, selection, dispatch }: ChoiceProps) {
  const congregationsOf = options.circuitCongregationMap
  const items = useMemo(
    () =>
      options.circuits.flatMap((circuit) => {
        const count = congregationsOf[circuit]?.length ?? 0
        // One without congregations could never be ticked.
        if (count === 0) return []
        return [{ id: circuit, label: circuit, detail: countOf(count, 'congregation') }]
      }),
    [options.circuits, congregationsOf],
  )
  const { whole, partial } = useMemo(
    () => circuitsChosen(selection.congregations, congregationsOf),
    [selection.congregations, congregationsOf],
  )
  return (
    <Checklist
      label="Circuits"
      items={items}
      selected={whole}
      partial={partial}
      onSelect={(circuits, checked) =>
        dispatch({ type: 'selectByCircuits', circuits, checked, congregationsOf })
      }
      search={selection.searches.bulkCircuits}
      onSearch={(text) => dispatch({ type: 'search', list: 'bulkCircuits', text })}
      searchLabel="Search circuits"
      selectAllLabel="Select All Circuits"
      clearAllLabel="Clear All Circuits"
    />
  )
}
