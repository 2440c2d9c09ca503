import type { User } from '@dashboard/contract/accounts'
import type { Page } from '@playwright/test'

/** Users that exist only in the mocked response, for specs of crowded lists. */

export function madeUpUser(index: number): User {
  const at = new Date(Date.UTC(2025, 0, 5 + index, 12)).toISOString()
  return {
    id: `id-${index}`,
    username: `user${index}`,
    firstName: 'Nadia',
    lastName: `Number ${index}`,
    role: 'user',
    isActive: index % 7 !== 0,
    mustChangePassword: false,
    isInvited: false,
    circuits: index % 3 === 0 ? ['NY-1', 'NY-12', 'NY-100', 'NY-101'] : null,
    lastSignInAt: index % 5 === 0 ? null : at,
    createdAt: at,
    updatedAt: at,
  }
}

export async function answerUsers(page: Page, users: readonly User[]): Promise<void> {
  await page.route('**/api/users', (route) => route.fulfill({ json: { users } }))
}
