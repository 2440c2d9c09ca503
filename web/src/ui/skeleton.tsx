import { classNames } from './class-names.ts'

/** Shows the outline of content that is loading, only after 150 ms; set its size with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div className="animate-late">
      <div
        aria-hidden
        className={classNames('animate-pulse rounded-control bg-neutral/25', className)}
      />
    </div>
  )
}
