import { z } from 'zod'
import { IdParams, Instant, MessageAnswer, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { passwordMinLength } from './limits.ts'

const nameLength = 100
const passwordLength = 1_000

/** Text that must not be blank; blanks around it do not count. */
function requiredText(message: string, maxLength = nameLength) {
  return z
    .string({ error: message })
    .trim()
    .min(1, { error: message, abort: true })
    .max(maxLength, `Use at most ${maxLength} characters`)
}

const username = requiredText('Username is required')
const firstName = requiredText('First name is required')
const lastName = requiredText('Last name is required')
/** A password is taken as typed: blanks are part of it. */
const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(passwordLength, `Use at most ${passwordLength} characters`)
const newPassword = z
  .string({ error: `Password must be at least ${passwordMinLength} characters` })
  .min(passwordMinLength, `Password must be at least ${passwordMinLength} characters`)
  .max(passwordLength, `Use at most ${passwordLength} characters`)

export const Role = z.enum(['admin', 'user'], { error: 'Role must be admin or user' })
export type Role = z.infer<typeof Role>

/** The claims of the session token. The server decides from the user's row instead. */
export const SessionUser = z.object({
  userId: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  /** Seconds since 1970. */
  exp: z.number(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const User = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type User = z.infer<typeof User>

export const LoginInput = z.object({ username, password })
export type LoginInput = z.infer<typeof LoginInput>

export const ProfileInput = z.strictObject({ firstName, lastName, username })
export type ProfileInput = z.infer<typeof ProfileInput>

export const ChangePasswordInput = z
  .strictObject({
    currentPassword: z
      .string({ error: 'Current password is required' })
      .min(1, 'Current password is required')
      .max(passwordLength, `Use at most ${passwordLength} characters`),
    newPassword,
    confirmPassword: z
      .string({ error: 'Please confirm your password' })
      .min(1, 'Please confirm your password'),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    message: 'Passwords do not match',
    path: ['confirmPassword'],
    // Shown together with other field messages, not only once those are corrected.
    when: ({ value }) =>
      z.object({ newPassword: z.string(), confirmPassword: z.string().min(1) }).safeParse(value)
        .success,
  })
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>

export const SetPasswordInput = z.strictObject({ newPassword })
export type SetPasswordInput = z.infer<typeof SetPasswordInput>

export const CreateUserInput = z.strictObject({
  username,
  firstName,
  lastName,
  password,
  role: Role.default('user'),
  isActive: z.boolean().default(true),
})
export type CreateUserInput = z.infer<typeof CreateUserInput>

export const UpdateUserInput = z.strictObject({
  username: username.optional(),
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  role: Role.optional(),
  isActive: z.boolean().optional(),
})
export type UpdateUserInput = z.infer<typeof UpdateUserInput>

const auth = 'Sessions'
const users = 'Users'

export const login = defineEndpoint({
  name: 'login',
  summary: 'Sign in with username and password',
  tag: auth,
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  audit: ['session.create', 'session.failed'],
  body: LoginInput,
  answer: z.object({ token: z.string() }),
})

export const logout = defineEndpoint({
  name: 'logout',
  summary: 'End the session, also one that is already gone',
  tag: auth,
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  audit: 'session.delete',
  body: NoInput,
  bodyOptional: true,
  answer: MessageAnswer,
})

export const updateProfile = defineEndpoint({
  name: 'updateProfile',
  summary: 'Change own name and username',
  tag: auth,
  method: 'PUT',
  path: '/api/auth/profile',
  access: 'user',
  audit: 'profile.update',
  body: ProfileInput,
  answer: z.object({ token: z.string(), message: z.string() }),
})

export const changePassword = defineEndpoint({
  name: 'changePassword',
  summary: 'Change own password; ends all other sessions of the user',
  tag: auth,
  method: 'PUT',
  path: '/api/auth/change-password',
  access: 'user',
  audit: 'password.change',
  body: ChangePasswordInput,
  answer: MessageAnswer,
})

export const listUsers = defineEndpoint({
  name: 'listUsers',
  summary: 'All user accounts',
  tag: users,
  method: 'GET',
  path: '/api/users',
  access: 'admin',
  answer: z.object({ users: z.array(User) }),
})

export const createUser = defineEndpoint({
  name: 'createUser',
  summary: 'Create a user account',
  tag: users,
  method: 'POST',
  path: '/api/users',
  access: 'admin',
  audit: 'user.create',
  body: CreateUserInput,
  status: 201,
  answer: z.object({ message: z.string(), user: User }),
})

export const updateUser = defineEndpoint({
  name: 'updateUser',
  summary: 'Change a user account',
  tag: users,
  method: 'PUT',
  path: '/api/users/:id',
  access: 'admin',
  audit: 'user.update',
  params: IdParams,
  body: UpdateUserInput,
  answer: z.object({ message: z.string(), user: User }),
})

export const setUserPassword = defineEndpoint({
  name: 'setUserPassword',
  summary: "Set a user's password; ends all of the user's sessions",
  tag: users,
  method: 'PUT',
  path: '/api/users/:id/password',
  access: 'admin',
  audit: 'user.password.reset',
  params: IdParams,
  body: SetPasswordInput,
  answer: MessageAnswer,
})

export const deleteUser = defineEndpoint({
  name: 'deleteUser',
  summary: 'Delete a user account',
  tag: users,
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'admin',
  audit: 'user.delete',
  params: IdParams,
  answer: MessageAnswer,
})
