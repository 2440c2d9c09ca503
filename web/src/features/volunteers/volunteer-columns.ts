import { useState } from 'react'
import { ifStorable } from '../../session/browser-storage.ts'

/** The columns that can be shown beside the name, in this order. */
export const volunteerColumns = ['place', 'phone', 'email', 'language', 'flags'] as const
export type VolunteerColumn = (typeof volunteerColumns)[number]

export const columnLabels: Readonly<Record<VolunteerColumn, string>> = {
  place: 'Congregation and circuit',
  phone: 'Phone',
  email: 'E-mail',
  language: 'Language',
  flags: 'Trained and available',
}

const storageKey = 'volunteer_columns'
const shownAtFirst: readonly VolunteerColumn[] = ['place', 'phone', 'flags']

/** Returns the columns that were chosen in this browser. */
export function useVolunteerColumns() {
  const [columns, setColumns] = useState(readColumns)
  const toggle = (column: VolunteerColumn) => {
    const next = volunteerColumns.filter((each) => columns.includes(each) !== (each === column))
    setColumns(next)
    ifStorable(() => localStorage.setItem(storageKey, next.join()))
  }
  return [columns, toggle] as const
}

function readColumns(): readonly VolunteerColumn[] {
  const stored = ifStorable(() => localStorage.getItem(storageKey)) ?? null
  if (stored === null) return shownAtFirst
  const names = stored.split(',')
  return volunteerColumns.filter((column) => names.includes(column))
}
