import type { ChangePasswordInput, ProfileInput } from '@dashboard/contract/account-inputs'
import { changePassword, updateProfile } from '@dashboard/contract/accounts'
import { profileReloadMs } from '@dashboard/contract/limits'
import type { NoticeChoicesInput } from '@dashboard/contract/notice-inputs'
import { getNoticeChoices, saveNoticeChoices } from '@dashboard/contract/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { renewToken } from '../../session/own-account.ts'
import { useSession, useSessionUser } from '../../session/session-context.tsx'
import { useToast } from '../../ui/toaster.tsx'

/**
 * Saves the user's own names; then takes over the new token and reloads the page once the toast was read
 * (docs/behavior.md#profile-page).
 */
export function useUpdateProfile() {
  const { replaceToken } = useSession()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (body: ProfileInput) => call(updateProfile, { body }),
    onSuccess: ({ token, message }) => {
      replaceToken(token)
      toast({ title: 'Profile Updated', description: message, variant: 'success' })
      setTimeout(() => location.reload(), profileReloadMs)
    },
    onError: showError('Update Failed', 'Failed to update profile.'),
  })
}

/** Changes the user's own password; if that was required, a new token says that it no longer is. */
export function useChangePassword() {
  const { replaceToken } = useSession()
  const me = useSessionUser()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: async (body: ChangePasswordInput) => {
      const answer = await call(changePassword, { body })
      // The password has changed in any case; if no new token arrives, the user is asked once more.
      if (me.mustChangePassword) await renewToken(me).then(replaceToken, () => undefined)
      return answer
    },
    onSuccess: ({ message }) =>
      toast({ title: 'Password Changed', description: message, variant: 'success' }),
    onError: showError('Error', 'Failed to change password.'),
  })
}

const choicesQuery = endpointQuery(getNoticeChoices)

export function useNoticeChoices() {
  return useQuery(choicesQuery)
}

export function useSaveNoticeChoices() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (body: NoticeChoicesInput) => call(saveNoticeChoices, { body }),
    onSuccess: ({ message, ...choices }) => {
      queryClient.setQueryData(choicesQuery.queryKey, choices)
      toast({ title: 'Choices Saved', description: message, variant: 'success' })
    },
    onError: showError('Save Failed', 'Failed to save your choices.'),
  })
}
