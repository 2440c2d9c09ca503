import type { SignedInUser } from '../http/access-check.ts'

/** The user who starts a job, by the user's row as it is now. */
export type Starter = Pick<
  SignedInUser,
  'id' | 'firstName' | 'lastName' | 'username' | 'hasNamesake' | 'role' | 'circuits'
>
