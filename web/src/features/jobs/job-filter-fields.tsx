import { Select } from '../../ui/select.tsx'
import type { JobFilter, JobKind, JobShow } from './job-arrangement.ts'

// In other words than the rows: a reader that goes by text would find a hidden option before the row.
const shows: { value: JobShow; label: string }[] = [
  { value: 'all', label: 'All jobs' },
  { value: 'active', label: 'Active jobs' },
  { value: 'failed', label: 'Jobs with problems' },
  { value: 'mine', label: 'My jobs' },
]

const kinds: { value: JobKind; label: string }[] = [
  { value: 'all', label: 'Every kind' },
  { value: 'export', label: 'Exports' },
  { value: 'import', label: 'Imports' },
  { value: 'review', label: 'Reviews' },
  { value: 'circuit-report', label: 'Reports of circuits' },
  { value: 'congregation-report', label: 'Reports of congregations' },
  { value: 'volunteer-list', label: 'Lists of volunteers' },
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
