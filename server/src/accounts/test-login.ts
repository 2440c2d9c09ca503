import type { TestApp } from '../test-app.ts'
import { hashPassword } from './passwords.ts'

type Caller = Pick<TestApp, 'inject'>

/** The hash of "right password". */
export const hashOfRightPassword = await hashPassword('right password')

export function logIn(
  { inject }: Caller,
  username: string,
  password: string,
  remoteAddress = '10.0.0.1',
) {
  return inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    payload: { username, password },
  })
}

/** Something that every signed-in user may ask for. */
export function listJobs({ inject }: Caller, token: string) {
  return inject({ url: '/api/jobs', headers: { authorization: `Bearer ${token}` } })
}
