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

/** Shows that a list is loading, in words and by the outlines of its first rows. */
export function LoadingRows({ text }: { text: string }) {
  return (
    <div role="status" className="flex animate-late flex-col gap-3">
      <p className="flex min-h-control items-center text-muted">{text}</p>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  )
}
