import { afterAll } from 'vitest'
import { closeTestDatabase } from './test-database.ts'

// Modules stay from one test file to the next, so a hook of theirs would run after the first only.
afterAll(closeTestDatabase)
