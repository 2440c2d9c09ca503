import { isCommonPassword } from '@dashboard/contract/common-passwords'
import type { Settings } from '@dashboard/store/settings/settings'
import { badRequest } from '../http/app-error.ts'

export const commonPassword = 'This password is one of the most used. Choose another one'

/** Throws 400 for a new password that the rules of this installation refuse; the issue names the field by its path. */
export type CheckNewPassword = (password: string, path: string) => Promise<void>

/** Returns the check: with strict rules the most used passwords are refused; otherwise only the web warns of them. */
export function newPasswordCheck({
  passwordRules,
}: Pick<Settings, 'passwordRules'>): CheckNewPassword {
  return async (password, path) => {
    if (passwordRules !== 'strict' || !(await isCommonPassword(password))) return
    throw badRequest(commonPassword, [{ path, message: commonPassword }])
  }
}
