import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'

/** Rows that are written or deleted at a time on SQLite. */
export const rowsPerPiece = 5_000
const pauseMs = 15

/** In which other processes can write: without it, SQLite would mostly grant this one the lock again. */
export function pauseBetweenPieces(): Promise<void> {
  return sleep(pauseMs)
}

/**
 * Has staged rows written that are numbered from 1 to `last`, some at a time in transactions of their own: those after
 * the first number, up to the second. On PostgreSQL nobody waits for rows that are inserted, and all are one piece.
 */
export async function moveInPieces(
  db: Db,
  last: number,
  move: (after: number, upTo: number) => Promise<void>,
): Promise<void> {
  const size = isPostgres(db) ? Math.max(last, 1) : rowsPerPiece
  for (let start = 0; start < last; start += size) {
    if (start > 0) await pauseBetweenPieces()
    await move(start, start + size)
  }
}
