import { Link } from 'wouter'
import { importAddress } from '../../paths.ts'

/** Leads from an import that was stopped to what it would have done. */
export function StoppedLink({ importId }: { importId: string }) {
  return (
    <p className="mt-1">
      <Link
        href={importAddress(importId)}
        className="rounded-control py-1 font-medium underline underline-offset-2"
      >
        See what it would have changed
      </Link>
    </p>
  )
}
