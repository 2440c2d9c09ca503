import { useSessionUser } from './session-context.tsx'

interface OperatorDetailsProps {
  /** What is folded away; nothing is shown without it. */
  details: string | null
  summary?: string
}

/**
 * What lies behind an error, folded away: settings and causes that only who runs the server can change
 * (docs/behavior.md#errors). Shown to administrators, since nobody else can do anything with it.
 */
export function OperatorDetails({ details, summary = 'Details' }: OperatorDetailsProps) {
  const isAdmin = useSessionUser().role === 'admin'
  if (details === null || !isAdmin) return null
  return (
    <details className="mt-1.5">
      <summary className="w-fit cursor-pointer rounded-control py-1 underline underline-offset-2 pointer-coarse:py-3">
        {summary}
      </summary>
      <p className="mt-1 wrap-anywhere">{details}</p>
    </details>
  )
}
