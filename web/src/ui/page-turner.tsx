import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

/** Returns which page of a list is in view: `cursors` lead to it from the newest page, and back. */
export function usePages() {
  const [cursors, turn] = useState<readonly string[]>([])
  return { cursors, cursor: cursors.at(-1), turn, toNewest: () => turn([]) }
}

interface PageInViewProps {
  label: string
  pages: ReturnType<typeof usePages>
  nextCursor: string | null
  /** Whether the rows in view belong to another page than the requested one. */
  isStale: boolean
  className?: string
  children: ReactNode
}

/** Shows a page of a list, newest first, and the buttons that turn pages unless there is only one. */
export function PageInView(props: PageInViewProps) {
  const { label, pages, nextCursor, isStale, className, children } = props
  const { cursors, turn } = pages
  return (
    <>
      <div
        aria-busy={isStale || undefined}
        className={classNames(className, isStale && 'opacity-55')}
      >
        {children}
      </div>
      {(cursors.length > 0 || nextCursor !== null) && (
        <nav aria-label={label} className="flex justify-between gap-2">
          <Button
            icon={<ChevronLeft />}
            disabled={cursors.length === 0}
            onClick={() => turn(cursors.slice(0, -1))}
          >
            Newer
          </Button>
          <Button
            disabled={nextCursor === null || isStale}
            onClick={() => nextCursor !== null && turn([...cursors, nextCursor])}
          >
            Older
            <ChevronRight />
          </Button>
        </nav>
      )}
    </>
  )
}
