import { formatCount } from '@dashboard/contract/counts'

const mostShown = 99

/** The number on the bell. */
export function bellCount(unread: number): string {
  return unread > mostShown ? `${mostShown}+` : String(unread)
}

/** The bell's name. */
export function bellLabel(unread: number): string {
  return unread === 0 ? 'Notices' : `Notices, ${formatCount(unread)} unread`
}
