import { argon2Sync } from 'node:crypto'
import { hashPassword } from '../src/accounts/passwords.ts'
import type { TestApp } from './app.ts'

type Caller = Pick<TestApp, 'inject'>

/** The hash of "right password". */
export const hashOfRightPassword = await hashPassword('right password')

/** Returns a hash made at another cost than those of the product. */
export function hashAtLowCost(password: string): string {
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const nonce = Buffer.from('somesalt')
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 24 }
  const tag = argon2Sync('argon2id', { message: password, nonce, ...cost })
  return `$argon2id$v=19$m=64,t=1,p=1$${encode(nonce)}$${encode(tag)}`
}

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

/** Makes a call that every signed-in user may make. */
export function listJobs({ inject }: Caller, token: string) {
  return inject({ url: '/api/jobs', headers: { authorization: `Bearer ${token}` } })
}
