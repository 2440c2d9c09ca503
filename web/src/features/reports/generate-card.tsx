import { countOf } from '@dashboard/contract/counts'
import type { LookupOptions } from '@dashboard/contract/reports'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { syncPageName } from '../../format/installation.ts'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { circuitsText } from '../../session/user-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checklist, withTicked } from '../../ui/checklist.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useJobs } from '../jobs/jobs-queries.ts'
import { circuitsChosen } from './circuits-chosen.ts'
import { ReportJobs, ReportsReady } from './report-progress.tsx'
import { generateLabel, type ReportKind } from './report-texts.ts'
import { useGenerateReports, useLookupOptions, useReports } from './reports-queries.ts'

/**
 * Chooses circuits or congregations and starts a job that makes one PDF for each.
 */
export function GenerateCard() {
  const options = useLookupOptions()
  return (
    <Card title="Generate Reports" className="print:hidden">
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
      {!options.data && <ReportResults />}
    </Card>
  )
}

/** Shows the results of the user's report jobs: the jobs while they run, and then the reports. */
function ReportResults() {
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

interface Selection {
  kind: ReportKind
  /** The chosen circuits or congregations. */
  names: ReadonlySet<string>
}

const nothing: ReadonlySet<string> = new Set()

function GenerateForm({ options }: { options: LookupOptions }) {
  const [{ kind, names }, setSelection] = useState<Selection>({ kind: 'circuit', names: nothing })
  const generate = useGenerateReports()
  const areJobsPending = useJobs().isPending
  const areReportsPending = useReports().isPending
  const isPending = areJobsPending || areReportsPending
  // In the order of the list; an import may have removed some.
  const chosen = options[`${kind}s`].filter((name) => names.has(name))
  const clear = () => setSelection((last) => (last.kind === kind ? { kind, names: nothing } : last))
  const Choice = kind === 'circuit' ? CircuitChoice : CongregationChoice
  return (
    <>
      <div className="max-md:*:grid-cols-[auto_minmax(0,1fr)] max-md:*:items-center">
        <Field label="Report type">
          <Select
            options={kinds}
            value={kind}
            onChange={(next) => setSelection({ kind: next, names: nothing })}
          />
        </Field>
      </div>
      <Choice
        options={options}
        chosen={names}
        onChange={(next) => setSelection({ kind, names: next })}
      />
      {/*
       * The button stays in reach while the list is scrolled. On a phone the results are shown above it, since it mostly
       * is at the bottom of the window. It is hidden until the results of earlier requests are loaded, two seconds at
       * most: where the list is short, they would push it down.
       */}
      <div
        data-lower-edge
        className={classNames(
          'sticky bottom-0 z-10 -mx-(--card-edge) -mt-4.25 flex flex-col gap-3 rounded-b-card border-t bg-card px-(--card-pad) py-3 max-md:-mb-(--card-edge) max-md:flex-col-reverse max-md:gap-2 max-md:py-2',
          isPending && 'animate-held',
        )}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-muted">{countOf(chosen.length, kind)} selected</p>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            loading={generate.isPending}
            onClick={() => generate.mutate({ [kind]: chosen }, { onSuccess: clear })}
            className="ml-auto max-md:grow"
          >
            {generateLabel(chosen.length)}
          </Button>
        </div>
        <ReportResults />
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
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

function toItems(names: readonly string[]) {
  return names.map((name) => ({ id: name, label: name }))
}

function CircuitChoice({ options, chosen, onChange }: ChoiceProps) {
  const items = useMemo(() => toItems(options.circuits), [options])
  return (
    <Checklist
      label="Circuits"
      items={items}
      selected={chosen}
      onSelect={(names, checked) => onChange(withTicked(chosen, names, checked))}
      searchLabel="Search circuits"
      isTall
    />
  )
}

function CongregationChoice(props: ChoiceProps) {
  const { options, chosen, onChange } = props
  const [isBulk, setIsBulk] = useState(false)
  const items = useMemo(() => toItems(options.congregations), [options])
  const note = isBulk ? ' (Auto-selected from circuits + Manual selections)' : ''
  return (
    <>
      <Switch
        label="Bulk Select by Circuits"
        description="Tick a circuit to select all its congregations."
        checked={isBulk}
        onChange={setIsBulk}
      />
      {isBulk && <BulkChoice {...props} />}
      <Checklist
        label={`Congregations${note}`}
        items={items}
        selected={chosen}
        onSelect={(names, checked) => onChange(withTicked(chosen, names, checked))}
        searchLabel="Search congregations"
        emptyText="No congregations yet."
        isTall={!isBulk}
      />
    </>
  )
}

/**
 * Chooses congregations by circuit: a circuit is ticked when all of its congregations are, however they were ticked.
 */
function BulkChoice({ options, chosen, onChange }: ChoiceProps) {
  const congregationsOf = options.circuitCongregationMap
  const items = options.circuits.map((circuit) => {
    const count = congregationsOf[circuit]?.length ?? 0
    return {
      id: circuit,
      label: circuit,
      detail: countOf(count, 'congregation'),
      disabled: count === 0,
    }
  })
  const { whole, partial } = circuitsChosen(chosen, congregationsOf)
  return (
    <Checklist
      label="Circuits"
      items={items}
      selected={whole}
      partial={partial}
      onSelect={(circuits, checked) => {
        const names = circuits.flatMap((circuit) => congregationsOf[circuit] ?? [])
        onChange(withTicked(chosen, names, checked))
      }}
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
