import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatDate } from '../../format/time.ts'
import { importAddress } from '../../paths.ts'
import { usePresentTime } from '../../ui/present-time.ts'
import { importOfWeek } from './import-words.ts'
import { useImports } from './imports-queries.ts'

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

/** Links to what all imports of the last week have changed together, as far as there was one before them. */
export function ChangedSinceLink() {
  const { imports = [] } = useImports('true', undefined).data ?? {}
  const nowMs = usePresentTime()
  const entry = importOfWeek(imports, nowMs)
  if (!entry?.completedAt) return null
  return (
    <Link
      href={importAddress(entry.id, 'since')}
      className="rounded-control text-primary-text underline pointer-coarse:py-3"
    >
      What changed since {formatDate(entry.completedAt)}
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
