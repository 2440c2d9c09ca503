import type { ChangePasswordInput, ProfileInput } from '@dashboard/contract/account-inputs'
import { changePassword, updateProfile } from '@dashboard/contract/accounts'
import { profileReloadMs } from '@dashboard/contract/limits'
import type { NoticeChoicesInput } from '@dashboard/contract/notice-inputs'
import { getNoticeChoices, saveNoticeChoices } from '@dashboard/contract/notices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { renewToken } from '../../session/own-account.ts'
import { useSession, useSessionUser } from '../../session/session-context.tsx'

/**
 * Saves the user's own names; then takes over the new token and reloads the page once the toast was read.
 */
export function useUpdateProfile() {
  const { replaceToken } = useSession()
  return useChange({
    send: (body: ProfileInput) => call(updateProfile, { body }),
    onDone: ({ token }) => {
      replaceToken(token)
      setTimeout(() => location.reload(), profileReloadMs)
    },
    done: withMessage('Profile Updated'),
    failed: ['Update Failed', 'Failed to update profile.'],
  })
}

/** Changes the user's own password; if that was required, a new token says that it no longer is. */
export function useChangePassword() {
  const { replaceToken } = useSession()
  const me = useSessionUser()
  return useChange({
    send: async (body: ChangePasswordInput) => {
      const answer = await call(changePassword, { body })
      // The password has changed in any case; if no new token arrives, the user is asked again.
      if (me.mustChangePassword) await renewToken(me).then(replaceToken, () => undefined)
      return answer
    },
    done: withMessage('Password Changed'),
    failed: ['Error', 'Failed to change password.'],
  })
}

const choicesQuery = endpointQuery(getNoticeChoices)

export function useNoticeChoices() {
  return useQuery(choicesQuery)
}

export function useSaveNoticeChoices() {
  const queryClient = useQueryClient()
  return useChange({
    send: (body: NoticeChoicesInput) => call(saveNoticeChoices, { body }),
    onDone: ({ message, ...choices }) => queryClient.setQueryData(choicesQuery.queryKey, choices),
    done: withMessage('Choices Saved'),
    failed: ['Save Failed', 'Failed to save your choices.'],
  })
}
