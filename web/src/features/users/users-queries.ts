import type {
  CreateUserInput,
  SetPasswordInput,
  UpdateUserInput,
} from '@dashboard/contract/account-inputs'
import {
  createUser,
  deleteUser,
  listUsers,
  setUserPassword,
  type User,
  updateUser,
} from '@dashboard/contract/accounts'
import { resetFactors } from '@dashboard/contract/factors'
import { recentSignInMs } from '@dashboard/contract/limits'
import { endUserSessions, listSessions } from '@dashboard/contract/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { renewTokenFor } from '../../session/own-account.ts'
import { useSession, useSessionUser } from '../../session/session-context.tsx'
import { useToast } from '../../ui/toaster.tsx'

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

/** The fallbacks of docs/behavior.md#errors, for the toast and for the alert in the dialog. */
export const userFailures = {
  fetch: 'Failed to fetch users',
  create: 'Failed to create user',
  update: 'Failed to update user',
  password: 'Failed to change password.',
  signOut: 'Failed to sign out user',
  factors: 'Failed to reset sign-in',
  delete: 'Failed to delete user',
} as const

interface Outcome<Input> {
  send: (input: Input) => Promise<{ message: string }>
  doneTitle: string
  failedTitle: string
  fallback: string
  /** Whether the form itself shows this error, so that there is no toast. */
  isForForm?: (error: Error) => boolean
}

/** Returns a mutation of accounts: it shows a toast on success and on failure, and the list is read again. */
function useUserChange<Input>({
  send,
  doneTitle,
  failedTitle,
  fallback,
  isForForm,
}: Outcome<Input>) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      toast({ title: doneTitle, description: message, variant: 'success' })
      return queryClient.invalidateQueries({ queryKey: pathKey('/api/users') })
    },
    onError: (error) => {
      if (!isForForm?.(error)) showError(failedTitle, fallback)(error)
    },
  })
}

export function useCreateUser() {
  return useUserChange({
    send: (body: CreateUserInput) => call(createUser, { body }),
    doneTitle: 'User Created',
    failedTitle: 'Error',
    fallback: userFailures.create,
  })
}

/** Saves an account; after saving their own, users see the new names at once. */
export function useUpdateUser(user: User) {
  const { id } = user
  const me = useSessionUser()
  const { replaceToken } = useSession()
  return useUserChange({
    send: async (body: UpdateUserInput) => {
      const answer = await call(updateUser, { params: { id }, body })
      const token = await renewTokenFor({ ...user, ...body }, me)
      if (token !== undefined) replaceToken(token)
      return answer
    },
    doneTitle: 'User Updated',
    failedTitle: 'Update Failed',
    fallback: userFailures.update,
  })
}

export function useSetUserPassword({ id }: User) {
  return useUserChange({
    send: (body: SetPasswordInput) => call(setUserPassword, { params: { id }, body }),
    doneTitle: 'Password Changed',
    failedTitle: 'Error',
    fallback: userFailures.password,
    isForForm: isCurrentPasswordMissing,
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
  return current !== undefined && Date.now() - Date.parse(current.createdAt) > recentSignInMs
}

export function useSignOutUser({ id }: User) {
  return useUserChange({
    send: () => call(endUserSessions, { params: { id } }),
    doneTitle: 'Signed Out',
    failedTitle: 'Error',
    fallback: userFailures.signOut,
  })
}

export function useResetFactors({ id }: User) {
  return useUserChange({
    send: () => call(resetFactors, { params: { id } }),
    doneTitle: 'Sign-in Reset',
    failedTitle: 'Error',
    fallback: userFailures.factors,
  })
}

export function useDeleteUser({ id }: User) {
  return useUserChange({
    send: () => call(deleteUser, { params: { id } }),
    doneTitle: 'User Deleted',
    failedTitle: 'Delete Failed',
    fallback: userFailures.delete,
  })
}
