import type { Volunteer } from '@dashboard/contract/volunteers'
import { Link } from 'wouter'
import { formatDate } from '../../format/time.ts'
import { importAddress } from '../../paths.ts'

const whatHappened = { new: 'Added', moved: 'Moved', changed: 'Changed', left: 'Left' } as const

/** What the last imports changed, newest first. */
export function VolunteerHistory({ history }: Pick<Volunteer, 'history'>) {
  if (history.length === 0) return null
  return (
    <section aria-labelledby="volunteer-history">
      <h3 id="volunteer-history" className="mb-1 font-semibold">
        Changed by imports
      </h3>
      <ol className="flex flex-col gap-2">
        {history.map(({ importId, at, kind, fields }) => (
          <li key={importId}>
            <p className="text-muted">
              <Link
                className="inline-flex items-center text-primary-text hover:underline pointer-coarse:min-h-control"
                href={importAddress(importId)}
              >
                {whatHappened[kind]} on {formatDate(at)}
              </Link>
            </p>
            <ul className="wrap-anywhere">
              {fields.map(({ field, before, after }) => (
                <li key={field}>
                  {field}: {before ?? 'nothing'} → {after ?? 'nothing'}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
