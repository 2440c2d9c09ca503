import { hashCost } from '../src/accounts/passwords.ts'

/**
 * Runs before each file of database tests: their accounts get passwords that are quick to check. `passwords.test.ts`
 * holds the real cost.
 */
export const costOfTests = { memory: 128, passes: 1, parallelism: 1 }

Object.assign(hashCost, costOfTests)
