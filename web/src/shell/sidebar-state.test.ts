import { describe, expect, it } from 'vitest'
import { readSidebarCookie, sidebarCookieFor } from './sidebar-state.ts'

describe('sidebar cookie', () => {
  it('starts expanded and stores the choice', () => {
    expect(readSidebarCookie('')).toBe(true)
    expect(readSidebarCookie('a=1; sidebar_state=true')).toBe(true)
    expect(readSidebarCookie('a=1; sidebar_state=false; b=2')).toBe(false)
    expect(readSidebarCookie('old_sidebar_state=false')).toBe(true)
  })
  it('lasts 7 days on every page', () => {
    expect(sidebarCookieFor(false)).toBe(
      'sidebar_state=false; path=/; max-age=604800; samesite=lax',
    )
  })
})
