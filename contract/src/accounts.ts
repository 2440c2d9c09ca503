import { z } from 'zod'
import {
  ChangePasswordInput,
  CreateUserInput,
  LoginInput,
  ProfileInput,
  Role,
  SetPasswordInput,
  UpdateUserInput,
} from './account-inputs.ts'
import { IdParams, Instant, MessageAnswer, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { pageMetadata, pageParameters } from './paging.ts'

/** The claims of the session token. The server decides from the user's row instead. */
export const SessionUser = z.object({
  userId: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
  /** Present only while the user is asked to choose another password. */
  mustChangePassword: z.literal(true).optional(),
  /** Present only while the user has to set up a second step before anything else. */
  mustAddFactor: z.literal(true).optional(),
  /** Circuits that the user is limited to; `null`, or missing in a token, for all circuits. */
  circuits: z.array(z.string()).nullable().default(null),
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
  mustChangePassword: z.boolean(),
  /** Names of the circuits that the user is limited to; `null` for all of them. */
  circuits: z.array(z.string()).nullable(),
  /** The user has no password yet and has never signed in; the invitation is unused or has expired. */
  isInvited: z.boolean(),
  /** `null` for a user who has never signed in. */
  lastSignInAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type User = z.infer<typeof User>

/** Ways to take a second step; a user who has lost them all has none. */
export const SecondFactorWay = z.enum(['totp', 'recovery-code', 'passkey'])
export type SecondFactorWay = z.infer<typeof SecondFactorWay>

/** Response to a right password when a second step is required. */
export const SecondFactor = z.object({ ticket: z.string(), ways: z.array(SecondFactorWay) })
export type SecondFactor = z.infer<typeof SecondFactor>

const UserQuery = z.object({
  /** `q` is searched in full name and username. */
  ...pageParameters(['createdAt', 'name', 'username', 'role', 'status', 'lastSignInAt']),
  role: Role.optional(),
  status: z.enum(['active', 'inactive'], { error: 'status must be active or inactive' }).optional(),
})
export type UserQuery = z.output<typeof UserQuery>

export const login = defineEndpoint({
  summary: 'Sign in with username and password; a user with a second step is asked for it',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  audit: ['session.create', 'session.failed'],
  body: LoginInput,
  answer: z.union([z.object({ token: z.string() }), z.object({ secondFactor: SecondFactor })]),
  failures: [401, 403, 429],
})

export const logout = defineEndpoint({
  summary: 'End the session, also one that is already gone',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  audit: 'session.delete',
  body: NoInput,
  answer: MessageAnswer,
})

export const updateProfile = defineEndpoint({
  summary: 'Change own name and username',
  method: 'PUT',
  path: '/api/auth/profile',
  access: 'user',
  tokens: 'none',
  audit: 'profile.update',
  body: ProfileInput,
  answer: z.object({ token: z.string(), message: z.string() }),
})

export const changePassword = defineEndpoint({
  summary: 'Change own password; ends all other sessions of the user',
  method: 'PUT',
  path: '/api/auth/change-password',
  access: 'user',
  tokens: 'none',
  audit: 'password.change',
  body: ChangePasswordInput,
  answer: MessageAnswer,
  failures: [429],
})

export const listUsers = defineEndpoint({
  summary: 'User accounts, newest first',
  tag: 'Users',
  path: '/api/users',
  access: 'admin',
  query: UserQuery,
  answer: z.object({ users: z.array(User), ...pageMetadata }),
})

export const createUser = defineEndpoint({
  summary: 'Create a user account',
  tag: 'Users',
  method: 'POST',
  path: '/api/users',
  access: 'admin',
  tokens: 'none',
  audit: 'user.create',
  body: CreateUserInput,
  status: 201,
  answer: z.object({ message: z.string(), user: User }),
  failures: [429],
})

export const updateUser = defineEndpoint({
  summary: 'Change a user account',
  tag: 'Users',
  method: 'PUT',
  path: '/api/users/:id',
  access: 'admin',
  tokens: 'none',
  audit: 'user.update',
  params: IdParams,
  body: UpdateUserInput,
  answer: z.object({ message: z.string(), user: User }),
})

export const setUserPassword = defineEndpoint({
  summary: "Set a user's password; ends all of the user's sessions",
  tag: 'Users',
  method: 'PUT',
  path: '/api/users/:id/password',
  access: 'admin',
  tokens: 'none',
  audit: 'user.password.reset',
  params: IdParams,
  body: SetPasswordInput,
  answer: MessageAnswer,
  failures: [429],
})

export const deleteUser = defineEndpoint({
  summary: 'Delete a user account',
  tag: 'Users',
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'admin',
  tokens: 'none',
  audit: 'user.delete',
  params: IdParams,
  answer: MessageAnswer,
})
