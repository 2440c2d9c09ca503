import type {
  CreateUserInput,
  SetPasswordInput,
  UpdateUserInput,
} from '@dashboard/contract/account-inputs'
import {
  createUser,
  listUsers,
  setUserPassword,
  type User,
  updateUser,
} from '@dashboard/contract/accounts'
import { recentSignInMs } from '@dashboard/contract/limits'
import { listSessions } from '@dashboard/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { serverNow } from '../../format/server-clock.ts'
import { renewTokenFor } from '../../session/own-account.ts'
import { useSession, useSessionUser } from '../../session/session-context.tsx'

const usersQuery = endpointQuery(listUsers)

/**
 * Reads all users, in pages if one answer does not contain them; again at every visit, since other administrators
 * change accounts too.
 */
export function useUsers() {
  return useQuery({
    queryKey: usersQuery.queryKey,
    queryFn: ({ signal }) => readAllUsers(signal),
    meta: { access: listUsers.access },
    staleTime: 0,
  })
}

async function readAllUsers(signal: AbortSignal): Promise<{ users: readonly User[] }> {
  const first = await call(listUsers, { signal })
  const users = [...first.users]
  for (let cursor = first.nextCursor; cursor; ) {
    const page = await call(listUsers, { query: { cursor }, signal })
    users.push(...page.users)
    cursor = page.nextCursor
  }
  return { users }
}

/** The fallbacks of docs/api.md#errors-on-screen, for the toast and for the alert in the dialog. */
export const userFailures = {
  fetch: 'Failed to fetch users',
  create: 'Failed to create user',
  update: 'Failed to update user',
  password: 'Failed to change password.',
} as const

const refreshes = ['/api/users'] as const

export function useCreateUser() {
  return useChange({
    send: (body: CreateUserInput) => call(createUser, { body }),
    done: withMessage('User Created'),
    failed: ['Error', userFailures.create],
    refreshes,
  })
}

/** Saves an account; after saving their own, users see the new names at once. */
export function useUpdateUser(user: User) {
  const { id } = user
  const me = useSessionUser()
  const { replaceToken } = useSession()
  return useChange({
    send: async (body: UpdateUserInput) => {
      const answer = await call(updateUser, { params: { id }, body })
      const token = await renewTokenFor({ ...user, ...body }, me)
      if (token !== undefined) replaceToken(token)
      return answer
    },
    done: withMessage('User Updated'),
    failed: ['Update Failed', userFailures.update],
    refreshes,
  })
}

export function useSetUserPassword({ id }: User) {
  return useChange({
    send: (body: SetPasswordInput) => call(setUserPassword, { params: { id }, body }),
    done: withMessage('Password Changed'),
    failed: ['Error', userFailures.password],
    refreshes,
    // The form asks for the password itself.
    isToasted: (error) => !isCurrentPasswordMissing(error),
  })
}

/**
 * Whether the server refused to set the user's own password, because the sign-in is not recent and the current password
 * is missing.
 */
export function isCurrentPasswordMissing(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'sign-in-not-recent'
}

/**
 * Returns whether the user has signed in so long ago that their own password can only be changed with the current one.
 */
export function useIsSignInOld(isOwn: boolean): boolean {
  const { data } = useQuery({ ...endpointQuery(listSessions), staleTime: 0, enabled: isOwn })
  const current = data?.sessions.find(({ isCurrent }) => isCurrent)
  return current !== undefined && serverNow() - Date.parse(current.createdAt) > recentSignInMs
}
