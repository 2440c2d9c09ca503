import { LoaderCircle } from 'lucide-react'

export function SpinnerIcon() {
  return <LoaderCircle className="size-4 animate-spin" />
}

export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className="flex items-center justify-center gap-2 p-6 text-muted">
      <SpinnerIcon />
      {label}
    </div>
  )
}

export function PageSpinner({ label }: { label?: string }) {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <Spinner label={label} />
    </main>
  )
}
