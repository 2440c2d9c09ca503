import { dayMs } from '@dashboard/contract/duration'
import { importBefore } from '@dashboard/contract/sum-changes'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatDate } from '../../format/time.ts'
import { importAddress } from '../../paths.ts'
import { usePresentTime } from '../../ui/present-time.ts'
import { useImports } from './imports-queries.ts'

interface ImportLinkProps {
  id: string
  /** Opens its skipped rows, or what has changed since. */
  show?: 'skipped' | 'since'
  children: ReactNode
}

export function ImportLink({ id, show, children }: ImportLinkProps) {
  return (
    <Link href={importAddress(id, show)} className="text-link py-1 pointer-coarse:min-h-control">
      {children}
    </Link>
  )
}

/** Links to what all imports of the last week have changed together, as far as there was one before them. */
export function ChangedSinceLink() {
  const { imports = [] } = useImports('true', undefined).data ?? {}
  const entry = importBefore(imports, usePresentTime() - 7 * dayMs)
  if (!entry?.completedAt) return null
  return (
    <ImportLink id={entry.id} show="since">
      What changed since {formatDate(entry.completedAt)}
    </ImportLink>
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
