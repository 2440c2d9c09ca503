import { useSessionUser } from './session-context.tsx'

interface OperatorDetailsProps {
  /** The collapsed text; nothing is shown without one. */
  details: string | null | undefined
  summary?: string
}

/**
 * Shows the details of an error, collapsed: settings and causes that only the operator of the server can change. They
 * are shown to administrators only.
 */
export function OperatorDetails({ details, summary = 'Details' }: OperatorDetailsProps) {
  const isAdmin = useSessionUser().role === 'admin'
  if (details == null || !isAdmin) return null
  return (
    <details className="mt-1.5">
      <summary className="w-fit cursor-pointer rounded-control py-1 underline underline-offset-2 pointer-coarse:py-3">
        {summary}
      </summary>
      <p className="mt-1 wrap-anywhere">{details}</p>
    </details>
  )
}
