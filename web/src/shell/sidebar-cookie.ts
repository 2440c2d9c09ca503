import { sidebarCookie } from '@dashboard/contract/limits'

/** Whether the sidebar was left expanded; so it starts where nothing is kept. */
export function readSidebarCookie(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${sidebarCookie.name}=false`)
}

/** The cookie that keeps the choice for 7 days (docs/behavior.md#page-frame). */
export function sidebarCookieFor(isExpanded: boolean): string {
  const maxAgeSeconds = sidebarCookie.days * 24 * 60 * 60
  return `${sidebarCookie.name}=${isExpanded}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}
