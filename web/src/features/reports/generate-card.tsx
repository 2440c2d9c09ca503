import { countOf } from '@dashboard/contract/counts'
import type { LookupOptions } from '@dashboard/contract/workflows'
import { useReducer } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { InSlices } from '../../ui/in-slices.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CircuitChoice, CongregationChoice } from './generate-choices.tsx'
import { NoCircuitsYet } from './no-circuits-yet.tsx'
import { ReportJobs } from './report-jobs.tsx'
import { generateLabel } from './report-texts.ts'
import { useGenerateReports, useLookupOptions } from './reports-queries.ts'
import { ReportsReady } from './reports-ready.tsx'
import { chosenNames, emptySelection, type ReportKind, reduceSelection } from './selection.ts'

/**
 * Chooses circuits or congregations and orders one PDF of each (docs/behavior.md#generate-reports).
 */
export function GenerateCard() {
  const { data, error, isPending, refetch } = useLookupOptions()
  return (
    <Card title="Generate Reports">
      {isPending && <ChoiceSkeleton />}
      {error && !data && (
        <ErrorState
          title="Circuits and congregations could not be loaded"
          onRetry={() => void refetch()}
        >
          {errorMessage(error, 'Check the connection and try again.')}
        </ErrorState>
      )}
      {data && (
        <InSlices placeholder={<ChoiceSkeleton />}>
          {data.circuits.length === 0 && <NoCircuitsYet />}
          <GenerateForm options={data} />
        </InSlices>
      )}
      <ReportJobs />
      <ReportsReady />
    </Card>
  )
}

const kinds: { value: ReportKind; label: string }[] = [
  { value: 'circuit', label: 'Circuit Report' },
  { value: 'congregation', label: 'Congregation Report' },
]

function GenerateForm({ options }: { options: LookupOptions }) {
  const [selection, dispatch] = useReducer(reduceSelection, emptySelection)
  const generate = useGenerateReports()
  const { kind } = selection
  const names = chosenNames(selection, options)
  const order = () =>
    generate.mutate({ kind, names }, { onSuccess: () => dispatch({ type: 'generated', kind }) })
  const Choice = kind === 'circuit' ? CircuitChoice : CongregationChoice
  return (
    <>
      <Field label="Report type">
        <Select
          hasSearchableOptions
          options={kinds}
          value={kind}
          onChange={(chosen) => dispatch({ type: 'chooseKind', kind: chosen })}
        />
      </Field>
      <Choice options={options} selection={selection} dispatch={dispatch} />
      {/* On a phone it stays in reach while the list is scrolled. */}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-5 max-md:border-t max-md:bg-card max-md:px-5 max-md:py-3">
        <p className="text-muted">{countOf(names.length, kind)} selected</p>
        <Button
          variant="primary"
          disabled={names.length === 0}
          loading={generate.isPending}
          onClick={order}
          className="ml-auto max-md:w-full"
        >
          {generateLabel(names.length)}
        </Button>
      </div>
    </>
  )
}

function ChoiceSkeleton() {
  return (
    <>
      <Skeleton className="h-control" />
      <Skeleton className="h-control" />
      <Skeleton className="h-72" />
      <Skeleton className="ml-auto h-control w-40" />
    </>
  )
}
