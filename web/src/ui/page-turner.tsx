import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

interface PageTurnerProps {
  label: string
  /** The cursors of the pages after the first one, up to the one in view. */
  cursors: readonly string[]
  nextCursor: string | null
  /** Whether the rows in view belong to another page than the requested one. */
  isStale: boolean
  onTurn: (cursors: readonly string[]) => void
}

/** Shows the buttons that turn the pages of a list, newest first; shows nothing when there is only one page. */
export function PageTurner({ label, cursors, nextCursor, isStale, onTurn }: PageTurnerProps) {
  if (cursors.length === 0 && nextCursor === null) return null
  return (
    <nav aria-label={label} className="flex justify-between gap-2">
      <Button
        icon={<ChevronLeft />}
        disabled={cursors.length === 0}
        onClick={() => onTurn(cursors.slice(0, -1))}
      >
        Newer
      </Button>
      <Button
        disabled={nextCursor === null || isStale}
        onClick={() => nextCursor !== null && onTurn([...cursors, nextCursor])}
      >
        Older
        <ChevronRight />
      </Button>
    </nav>
  )
}
