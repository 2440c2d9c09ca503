import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import type { ReportSort, ReportsShown, ReportView } from './report-list.ts'

const sorts: { value: ReportSort; label: string }[] = [
  { value: 'date', label: 'Date newest first' },
  { value: 'name', label: 'Name' },
  { value: 'size', label: 'Size largest first' },
]

const filters: { value: ReportsShown; label: string }[] = [
  { value: 'all', label: 'All reports' },
  { value: 'newest', label: 'Without older versions' },
  { value: 'stale', label: 'Made before the last import' },
  { value: 'fresh', label: 'Made since the last import' },
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
          hasSearchableOptions
          label="Sort reports"
          options={sorts}
          value={view.sort}
          onChange={(sort) => onChange({ ...view, sort })}
        />
        <Select
          label="Filter reports"
          options={filters}
          value={view.show}
          onChange={(show) => onChange({ ...view, show })}
        />
      </div>
    </div>
  )
}
