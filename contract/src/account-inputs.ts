import { z } from 'zod'
import { limitedCircuits, passwordMinLength } from './limits.ts'
import { emailAddress } from './notice-inputs.ts'
import { nameText, usernameText } from './person-names.ts'

const passwordLength = 1_000

const username = usernameText()
const firstName = nameText('First name')
const lastName = nameText('Last name')
const password = passwordText('Password is required')
const currentPassword = passwordText('Current password is required')
const newPassword = passwordText(
  `Password must be at least ${passwordMinLength} characters`,
  passwordMinLength,
)

/** Passwords are not trimmed: blanks are part of them. */
function passwordText(error: string, minLength = 1) {
  return z
    .string({ error })
    .min(minLength, error)
    .max(passwordLength, `Use at most ${passwordLength} characters`)
}

export const Role = z.enum(['admin', 'user'], { error: 'Role must be admin or user' })
export type Role = z.infer<typeof Role>

export const LoginInput = z.object({ username, password })
export type LoginInput = z.infer<typeof LoginInput>

export const ProfileInput = z.strictObject({ firstName, lastName, username })
export type ProfileInput = z.infer<typeof ProfileInput>

const twice = {
  newPassword,
  confirmPassword: z
    .string({ error: 'Please confirm your password' })
    .min(1, 'Please confirm your password'),
}
const isSameTwice = (form: { newPassword: string; confirmPassword: string }) =>
  form.newPassword === form.confirmPassword
const notTheSame = {
  message: 'Passwords do not match',
  path: ['confirmPassword'],
  // Shown together with other field messages, not only once those are corrected.
  when: ({ value }: { value: unknown }) =>
    z.object({ newPassword: z.string(), confirmPassword: z.string().min(1) }).safeParse(value)
      .success,
}

export const ChangePasswordInput = z
  .strictObject({
    currentPassword,
    ...twice,
  })
  .refine(isSameTwice, notTheSame)
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>

export const LostPasswordInput = z.object(twice).refine(isSameTwice, notTheSame)
export type LostPasswordInput = z.infer<typeof LostPasswordInput>

/** Whether the user is asked to choose another password after signing in with this one. */
const mustChangePassword = z.boolean().default(false)

/** The current password is the administrator's own, where that is the one to change and the sign-in is not recent. */
export const SetPasswordInput = z.strictObject({
  newPassword,
  mustChangePassword,
  currentPassword: currentPassword.optional(),
})
export type SetPasswordInput = z.infer<typeof SetPasswordInput>

/** A code of an authenticator app, or a recovery code. */
const code = z
  .string({ error: 'Code is required' })
  .trim()
  .min(1, 'Code is required')
  .max(60, 'This is too long for a code')

/** The code, with the ticket of the step that it completes. */
export const CodeInput = z.object({ ticket: z.string().max(200), code })
export type CodeInput = z.infer<typeof CodeInput>

/** Exactly one of the two is given. */
export const ConfirmInput = z
  .object({ password: password.optional(), code: code.optional() })
  .refine((given) => (given.password === undefined) !== (given.code === undefined), {
    message: 'Give your password, or a code',
  })
export type ConfirmInput = z.infer<typeof ConfirmInput>

/** Names of the circuits that the user is limited to; `null` for all circuits. */
const circuits = z
  .array(z.string({ error: 'Circuits are names' }), { error: 'Choose circuits, or all of them' })
  .min(1, 'Choose at least one circuit')
  .max(limitedCircuits.max, `Choose at most ${limitedCircuits.max} circuits, or all of them`)
  .transform((names) => [...new Set(names)])
  .refine((names) => names.join('').length <= limitedCircuits.characters, {
    error: 'The names of the circuits are too long together: choose fewer',
  })
  .nullable()

export const CreateUserInput = z.strictObject({
  username,
  firstName,
  lastName,
  password,
  role: Role.default('user'),
  isActive: z.boolean().default(true),
  mustChangePassword,
  circuits: circuits.default(null),
})
export type CreateUserInput = z.infer<typeof CreateUserInput>

export const UpdateUserInput = z.strictObject({
  username: username.optional(),
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  role: Role.optional(),
  isActive: z.boolean().optional(),
  circuits: circuits.optional(),
})
export type UpdateUserInput = z.infer<typeof UpdateUserInput>

/**
 * E-mail address that the link is sent to; if left out or empty, the link is shown to the administrator who asks for
 * it.
 */
const sendTo = emailAddress.default(null)

export const InviteUserInput = CreateUserInput.strip()
  .omit({ password: true, mustChangePassword: true })
  .extend({ emailAddress: sendTo })
export type InviteUserInput = z.output<typeof InviteUserInput>

export const MakeLinkInput = z.object({ emailAddress: sendTo })

const linkToken = z
  .string({ error: 'The link is incomplete' })
  .min(1, 'The link is incomplete')
  .max(200)

export const OpenLinkInput = z.object({ token: linkToken })

export const UseLinkInput = z.object({ token: linkToken, newPassword })
export type UseLinkInput = z.infer<typeof UseLinkInput>
