import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { importAddress } from '../../paths.ts'

interface ImportLinkProps {
  id: string
  /** Opens its skipped rows at once. */
  show?: 'skipped'
  children: ReactNode
}

/** Leads to the page of a review or import. */
export function ImportLink({ id, show, children }: ImportLinkProps) {
  return (
    <Link
      href={importAddress(id, show)}
      className="rounded-control py-1 text-primary-text hover:underline"
    >
      {children}
    </Link>
  )
}
