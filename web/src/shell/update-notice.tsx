import { useIsOutdated } from '../api/server-version.ts'
import { Button } from '../ui/button.tsx'

/**
 * Shows that the server was updated when something that this page needs is gone (docs/operations.md#updating); rendered
 * once, above all pages.
 */
export function UpdateNotice() {
  if (!useIsOutdated()) return null
  return (
    <div
      role="alert"
      data-lower-edge
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-md flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border bg-surface-raised px-4 py-3 shadow-float"
    >
      <p className="font-medium">The dashboard was updated.</p>
      <Button variant="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  )
}
