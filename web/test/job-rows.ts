import { screen, within } from '@testing-library/react'

/** Returns the row of a job on the monitor. */
export function jobRowOf(id: string): HTMLElement {
  const row = findJobRow(id)
  if (!row) throw new Error(`No row of the job ${id}`)
  return row
}

export function findJobRow(id: string): HTMLElement | null {
  const name = `${id.slice(-3)}: copy job id`
  return screen.queryByRole('button', { name })?.closest('li') ?? null
}

/** Presses a button in the row of a job. */
export function rowButton(id: string, name: string): HTMLElement {
  return within(jobRowOf(id)).getByRole('button', { name })
}
