import { isCommonPassword } from '@dashboard/contract/common-passwords'
import type { Settings } from '@dashboard/store/settings/settings'
import { badRequest } from '../http/app-error.ts'

export const commonPassword = 'This password is one of the most used. Choose another one'

/** Throws 400 for a new password that the rules of this installation refuse, at the field where it was given. */
export type CheckNewPassword = (password: string, path: string) => Promise<void>

/** With strict rules one of the most used passwords is refused; else the web only warns of it. */
export function newPasswordCheck({
  passwordRules,
}: Pick<Settings, 'passwordRules'>): CheckNewPassword {
  return async (password, path) => {
    if (passwordRules !== 'strict' || !(await isCommonPassword(password))) return
    throw badRequest(commonPassword, [{ path, message: commonPassword }])
  }
}
