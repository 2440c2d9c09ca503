import type { ChangePasswordInput, ProfileInput } from '@dashboard/contract/account-inputs'
import { changePassword, updateProfile } from '@dashboard/contract/accounts'
import { profileReloadMs } from '@dashboard/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { useSession } from '../../session/session-context.tsx'
import { useToast } from '../../ui/toaster.tsx'

/**
 * Saves own names; takes over the new token and reloads the page once the toast was read
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

export function useChangePassword() {
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (body: ChangePasswordInput) => call(changePassword, { body }),
    onSuccess: ({ message }) =>
      toast({ title: 'Password Changed', description: message, variant: 'success' }),
    onError: showError('Error', 'Failed to change password.'),
  })
}
