import { classNames } from './class-names.ts'

/** The shape of what is loading; give it size by `className`. Shows only after 150 ms. */
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
