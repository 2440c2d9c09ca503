interface ProgressProps {
  label: string
  value: number
}

/**
 * Shows a progress bar. It moves to its next value for as long as the time between polls, so that the steps do not
 * show.
 */
export function Progress({ label, value }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 w-full overflow-hidden rounded-full bg-neutral/25"
    >
      <div
        className="h-full w-full origin-left rounded-full bg-accent-mark transition-transform duration-3000 ease-out"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  )
}
