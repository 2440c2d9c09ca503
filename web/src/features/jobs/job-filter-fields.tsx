import { Select } from '../../ui/select.tsx'
import type { JobFilter, JobKind, JobShow } from './job-arrangement.ts'
import { jobLabel, jobTypes } from './job-words.ts'

const shows: { value: JobShow; label: string }[] = [
  { value: 'all', label: 'All jobs' },
  { value: 'active', label: 'Active jobs' },
  { value: 'failed', label: 'Failed jobs' },
  { value: 'mine', label: 'Started by me' },
]

const kinds: { value: JobKind; label: string }[] = [
  { value: 'all', label: 'Every kind' },
  ...jobTypes.map((value) => ({ value, label: jobLabel({ type: value }) })),
]

interface JobFilterFieldsProps {
  filter: JobFilter
  onChange: (filter: JobFilter) => void
}

export function JobFilterFields({ filter, onChange }: JobFilterFieldsProps) {
  return (
    <div className="@container">
      <div className="grid grid-cols-2 gap-2 @xl:grid-cols-[14rem_14rem]">
        <Select
          label="Show jobs"
          options={shows}
          value={filter.show}
          onChange={(show) => onChange({ ...filter, show })}
        />
        <Select
          label="Kind of job"
          options={kinds}
          value={filter.kind}
          onChange={(kind) => onChange({ ...filter, kind })}
        />
      </div>
    </div>
  )
}
