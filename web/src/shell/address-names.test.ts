import { expect, it } from 'vitest'
import { nameOfAddress } from './address-names.ts'

it.each([
  ['/dashboard/monitor?job=0d0c6a4e-0f0f-4a4a-8c8c-0123456783f2', 'job 3f2'],
  ['/dashboard/monitor?show=failed', 'Monitor'],
  ['/dashboard/circuits/NJ%2007%2C%20North', 'circuit NJ 07, North'],
  ['/dashboard', 'Dashboard'],
  ['/admin/users', 'User Management'],
  ['/dashboard/sync', 'Locust Sync'],
  ['/dashboard/sync/columns', 'Columns'],
  ['/dashboard/volunteers?q=ann', 'Volunteers'],
  ['/admin/system', 'System'],
  // Signing in leads there in any case.
  ['/dashboard/reports', undefined],
  ['/login', undefined],
  ['/', undefined],
  ['/nowhere', undefined],
])('%s is called %s', (address, name) => {
  expect(nameOfAddress(address)).toBe(name)
})
