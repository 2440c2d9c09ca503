import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { importAddress } from '../../paths.ts'

interface ImportLinkProps {
  id: string
  /** Opens the page at its skipped rows. */
  show?: 'skipped'
  children: ReactNode
}

export function ImportLink({ id, show, children }: ImportLinkProps) {
  return (
    <Link
      href={importAddress(id, show)}
      className="inline-flex items-center rounded-control py-1 text-primary-text hover:underline pointer-coarse:min-h-control"
    >
      {children}
    </Link>
  )
}

/** Links from an import that was stopped to the changes it would have made. */
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
