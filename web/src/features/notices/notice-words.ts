import { formatCount } from '@dashboard/contract/counts'

const maxShown = 99

export function bellCount(unread: number): string {
  return unread > maxShown ? `${maxShown}+` : String(unread)
}

/** Returns the bell's accessible name. */
export function bellLabel(unread: number): string {
  return unread === 0 ? 'Notices' : `Notices, ${formatCount(unread)} unread`
}
