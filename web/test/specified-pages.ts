import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { openPage } from './page.tsx'

const heading = (name: string | RegExp) => screen.findByRole('heading', { name })

/** Addresses of the pages that the specification names, each with what it shows once its answers are there. */
const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  '/dashboard': () => heading('Dashboard'),
  '/dashboard/sync': () => screen.findByText(/^(Ready to run|Sync in progress\.\.\.)$/),
  '/dashboard/monitor': () => heading(/^Job Status/),
  '/dashboard/reports': () => heading('Download Center'),
  '/profile': () => heading('Profile Summary'),
  '/admin': () => heading('User Management'),
  '/admin/users': () => screen.findByRole('columnheader', { name: 'Full Name' }),
  '/admin/monitoring': () => screen.findByText('Active Users'),
  '/admin/branding': () => heading('Color Customization'),
}

/** Opens one page after the other, and expects each whole. */
export async function expectPagesWhole(signedIn: { token: string }): Promise<void> {
  const printed = vi.spyOn(console, 'error')
  for (const [address, isShown] of Object.entries(pages)) {
    await openPage(address, signedIn)
    await isShown()
    await waitFor(() => {
      expect(screen.queryAllByText(/^Loading/)).toEqual([])
      expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull()
    })
    expectWhole()
  }
  expect(printed).not.toHaveBeenCalled()
}

/** Nothing on the page says that something failed. */
export function expectWhole(): void {
  expect(document.body).not.toHaveTextContent(
    /cannot be shown|could not be loaded|was updated|Failed to|undefined|NaN|Invalid Date/,
  )
  expect(screen.queryByRole('alert')).toBeNull()
}
