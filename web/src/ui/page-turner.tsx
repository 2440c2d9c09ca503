import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

interface PageTurnerProps {
  /** Says what is turned, for those who do not see where it stands. */
  label: string
  /** The cursors of the pages behind the first one, up to the one in view. */
  cursors: readonly string[]
  nextCursor: string | null
  /** Whether what is in view belongs to another page than the one asked for. */
  isStale: boolean
  onTurn: (cursors: readonly string[]) => void
}

/** Turns the pages of a list that begins with what is newest; nothing where one page holds all of it. */
export function PageTurner({ label, cursors, nextCursor, isStale, onTurn }: PageTurnerProps) {
  if (cursors.length === 0 && nextCursor === null) return null
  return (
    <nav aria-label={label} className="flex justify-between gap-2">
      <Button
        icon={<ChevronLeft aria-hidden />}
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
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  )
}
