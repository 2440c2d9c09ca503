import { createUser } from '@dashboard/contract/accounts'
import { type ApiClient, signInByApi } from './api-client.ts'
import type { Dashboard } from './dashboard.ts'

interface Account {
  username: string
  password: string
  firstName?: string
  lastName?: string
  role?: 'admin' | 'user'
  isActive?: boolean
  circuits?: string[]
  mustChangePassword?: boolean
}

/** Creates an account as the first administrator. */
export async function createAccount(
  dashboard: Pick<Dashboard, 'url'>,
  account: Account,
): Promise<{ id: string; username: string; password: string }> {
  const api = await signInByApi(dashboard)
  return createAccountWith(api, account)
}

/** Creates an account with an existing client, for specs that need many. */
export async function createAccountWith(api: ApiClient, account: Account) {
  const { username, password } = account
  const { status, body } = await api.call(createUser, {
    body: { firstName: 'Mia', lastName: 'Ortega', ...account },
  })
  if (status !== 201) throw new Error(`No account ${username}: ${JSON.stringify(body)}`)
  return { id: body.user.id, username, password }
}
