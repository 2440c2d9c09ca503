import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of the list that is on its way. */
export function LoadingReports() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="animate-late text-muted">Loading reports...</p>
      <Skeleton className="h-control" />
      <Skeleton className="h-control" />
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <Skeleton key={row} className="h-15" />
      ))}
    </div>
  )
}
