import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import type { ReportAge, ReportSort, ReportView } from './report-list.ts'

const sorts: { value: ReportSort; label: string }[] = [
  { value: 'date', label: 'Date (newest first)' },
  { value: 'name', label: 'Name' },
  { value: 'size', label: 'Size (largest first)' },
]

const ages: { value: ReportAge; label: string }[] = [
  { value: 'all', label: 'All reports' },
  { value: 'stale', label: 'Made before the last import' },
  { value: 'current', label: 'Made since the last import' },
]

interface ReportViewFieldsProps {
  view: ReportView
  onChange: (view: ReportView) => void
}

export function ReportViewFields({ view, onChange }: ReportViewFieldsProps) {
  return (
    <div className="@container flex flex-col gap-2">
      <SearchInput
        label="Search reports"
        placeholder="Search by circuit or file name"
        value={view.search}
        onChange={(search) => onChange({ ...view, search })}
      />
      <div className="grid gap-2 @sm:grid-cols-2">
        <Select
          label="Sort reports"
          options={sorts}
          value={view.sort}
          onChange={(sort) => onChange({ ...view, sort })}
        />
        <Select
          label="Filter reports"
          options={ages}
          value={view.age}
          onChange={(age) => onChange({ ...view, age })}
        />
      </div>
    </div>
  )
}
