import { countOf } from '@dashboard/contract/counts'
import type { LookupOptions } from '@dashboard/contract/reports'
import { type Dispatch, useReducer } from 'react'
import { Link } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { syncPageName } from '../../format/installation.ts'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { circuitsText } from '../../session/user-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useJobs } from '../jobs/jobs-queries.ts'
import { ReportJobs, ReportsReady } from './report-progress.tsx'
import { generateLabel } from './report-texts.ts'
import { useGenerateReports, useLookupOptions, useReports } from './reports-queries.ts'
import {
  chosenNames,
  circuitsChosen,
  emptySelection,
  type ReportKind,
  reduceSelection,
  type Selection,
  type SelectionAction,
} from './selection.ts'

/**
 * Chooses circuits or congregations and starts a job that makes one PDF for each (docs/behavior.md#generate-reports).
 */
export function GenerateCard() {
  const options = useLookupOptions()
  return (
    <Card title="Generate Reports">
      <Loaded
        query={options}
        loading={<ChoiceSkeleton />}
        failed="Circuits and congregations could not be loaded"
      >
        {(data) => (
          <>
            {data.circuits.length === 0 && <NoCircuitsYet />}
            <GenerateForm options={data} />
          </>
        )}
      </Loaded>
      {!options.data && <Answer />}
    </Card>
  )
}

/** Shows the results of the user's report jobs: the jobs while they run, and then the reports. */
function Answer() {
  return (
    <>
      <ReportJobs />
      <ReportsReady />
    </>
  )
}

const kinds: { value: ReportKind; label: string }[] = [
  { value: 'circuit', label: 'Circuit Report' },
  { value: 'congregation', label: 'Congregation Report' },
]

function GenerateForm({ options }: { options: LookupOptions }) {
  const [selection, dispatch] = useReducer(reduceSelection, emptySelection)
  const generate = useGenerateReports()
  const areJobsPending = useJobs().isPending
  const areReportsPending = useReports().isPending
  const isPending = areJobsPending || areReportsPending
  const { kind } = selection
  const names = chosenNames(selection, options)
  const start = () =>
    generate.mutate({ [kind]: names }, { onSuccess: () => dispatch({ type: 'generated', kind }) })
  const Choice = kind === 'circuit' ? CircuitChoice : CongregationChoice
  return (
    <>
      <div className="max-md:*:grid-cols-[auto_minmax(0,1fr)] max-md:*:items-center">
        <Field label="Report type">
          <Select
            hasSearchableOptions
            options={kinds}
            value={kind}
            onChange={(chosen) => dispatch({ type: 'chooseKind', kind: chosen })}
          />
        </Field>
      </div>
      <Choice options={options} selection={selection} dispatch={dispatch} />
      {/*
       * The button stays in reach while the list is scrolled. On a phone the results are shown above it, since it mostly
       * is at the bottom of the window. It waits for the results of earlier
       * orders, two seconds at most: where the list is short, they would push it down.
       */}
      <div
        className={classNames(
          'sticky bottom-0 z-10 -mx-(--card-edge) -mt-4.25 flex flex-col gap-3 rounded-b-card border-t bg-card px-(--card-pad) py-3 max-md:-mb-(--card-edge) max-md:flex-col-reverse max-md:gap-2 max-md:py-2',
          isPending && 'animate-held',
        )}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-muted">{countOf(names.length, kind)} selected</p>
          <Button
            variant="primary"
            disabled={names.length === 0}
            loading={generate.isPending}
            onClick={start}
            className="ml-auto max-md:grow"
          >
            {generateLabel(names.length)}
          </Button>
        </div>
        <Answer />
      </div>
    </>
  )
}

function ChoiceSkeleton() {
  return (
    <>
      <Skeleton className="h-control" />
      <Skeleton className="h-control" />
      <Skeleton className="h-72 max-md:h-56" />
      <Skeleton className="ml-auto h-control w-40" />
    </>
  )
}

interface ChoiceProps {
  options: LookupOptions
  selection: Selection
  dispatch: Dispatch<SelectionAction>
}

function toItems(names: readonly string[]) {
  return names.map((name) => ({ id: name, label: name }))
}

function CircuitChoice({ options, selection, dispatch }: ChoiceProps) {
  return (
    <Checklist
      label="Circuits"
      items={toItems(options.circuits)}
      selected={selection.circuits}
      onSelect={(names, checked) => dispatch({ type: 'select', list: 'circuits', names, checked })}
      search={selection.searches.circuits}
      onSearch={(text) => dispatch({ type: 'search', list: 'circuits', text })}
      searchLabel="Search circuits"
      isTall
    />
  )
}

function CongregationChoice(props: ChoiceProps) {
  const { options, selection, dispatch } = props
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
        items={toItems(options.congregations)}
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

/**
 * Chooses congregations by circuit: a circuit is ticked when all of its congregations are, however they were ticked.
 */
function BulkChoice({ options, selection, dispatch }: ChoiceProps) {
  const congregationsOf = options.circuitCongregationMap
  const items = options.circuits.flatMap((circuit) => {
    const count = congregationsOf[circuit]?.length ?? 0
    // A circuit without congregations could never be ticked.
    if (count === 0) return []
    return [{ id: circuit, label: circuit, detail: countOf(count, 'congregation') }]
  })
  const { whole, partial } = circuitsChosen(selection.congregations, congregationsOf)
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

/** Shown above the controls as long as there is nothing to choose from. */
function NoCircuitsYet() {
  const { circuits } = useSessionUser()
  if (circuits !== null) {
    return (
      <Alert tone="info" title="None of your circuits is here">
        You look after {circuitsText(circuits)}. They come with the next import, or an administrator
        gives you others.
      </Alert>
    )
  }
  return (
    <Alert tone="info" title="No circuits yet">
      <p>Run a sync to import circuits and congregations; then choose here what to report on.</p>
      <Link href={paths.sync} className={`${buttonClass('secondary')} mt-2`}>
        Go to {syncPageName}
      </Link>
    </Alert>
  )
}
