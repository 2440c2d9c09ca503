import { countOf } from '@dashboard/contract/counts'
import type { ImportWarning } from '@dashboard/contract/imports'

/** Oddities of rows that are imported all the same, by kind, each with the number of rows. */
export function WarningList({ warnings }: { warnings: readonly ImportWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <section aria-label="Warnings" className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Imported, but worth a look</h3>
      <ul className="rounded-control border bg-background">
        {warnings.map(({ kind, column, reason, rows }) => (
          <li
            key={`${kind} ${column}`}
            className="flex justify-between gap-4 border-b px-3 py-2 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{column}</span> {reason}
            </span>
            <span className="shrink-0">{countOf(rows, 'row')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
