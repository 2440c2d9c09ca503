import { screen } from '@testing-library/react'
import { expect } from 'vitest'

/** Expects a toast with this title and, in it, this description. */
export async function expectToast(title: string, description?: string): Promise<void> {
  const shown = await screen.findByText(title, { selector: 'li *' })
  if (description !== undefined) expect(shown.closest('li')).toHaveTextContent(description)
}
