import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

interface UnsavedBannerProps {
  isUnsaved: boolean
  isSaving: boolean
  onCancel: () => void
  onSave: () => void
}

/** Keeps its place while nothing is unsaved, so that no field moves under the pointer. */
export function UnsavedBanner({ isUnsaved, isSaving, onCancel, onSave }: UnsavedBannerProps) {
  const Icon = isUnsaved ? TriangleAlert : CircleCheck
  return (
    <div
      className={classNames(
        'sticky top-[calc(var(--spacing-header)+8px)] z-10 flex min-h-14 items-center justify-between gap-3 rounded-card border px-4 py-1.5',
        isUnsaved
          ? 'border-waiting bg-waiting-soft text-waiting-text shadow-float'
          : 'bg-background text-muted',
      )}
    >
      <p role="status" className="flex min-w-0 items-center gap-2.5 font-medium">
        <Icon aria-hidden className="size-4 shrink-0" />
        {isUnsaved ? 'Unsaved changes' : 'All changes are saved'}
      </p>
      {isUnsaved && (
        <div className="flex shrink-0 gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" loading={isSaving} onClick={onSave}>
            {isSaving ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      )}
    </div>
  )
}
