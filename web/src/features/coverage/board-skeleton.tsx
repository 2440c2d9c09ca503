import { Skeleton } from '../../ui/skeleton.tsx'

export function BoardSkeleton() {
  return (
    <div role="status" aria-label="Loading coverage..." className="flex flex-col gap-4">
      <Skeleton className="h-28" />
      <Skeleton className="h-96" />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}
