import { expect, test } from 'vitest'
import type { z } from 'zod'
import { CreateTokenInput } from './access-tokens.ts'
import { CreateUserInput } from './account-inputs.ts'
import { MarkNoticesReadInput } from './notices.ts'
import { CircuitReportInput, CongregationReportInput } from './reports.ts'
import { VolunteerFilter } from './volunteers.ts'

const named = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)
const letters = (count: number) => 'x'.repeat(count)
const circuits = CreateUserInput.shape.circuits

/** What a call may hold at most; larger input is refused, never cut. */
const limits: [string, number, z.ZodType, (count: number) => unknown][] = [
  ['words of a search', 20, VolunteerFilter, (count) => ({ q: named(count).join(' ') })],
  ['choices of one filter', 500, VolunteerFilter, (count) => ({ circuit: named(count) })],
  ['circuits of a user', 100, circuits, named],
  ['characters of the circuits of a user', 4_000, circuits, (count) => [letters(count)]],
  ['circuits of one start', 500, CircuitReportInput, (count) => ({ circuits: named(count) })],
  [
    'congregations of one start',
    5_000,
    CongregationReportInput,
    (count) => ({ congregations: named(count) }),
  ],
  ['notices marked at once', 1_000, MarkNoticesReadInput, (count) => ({ ids: named(count) })],
  [
    'characters of the name of an access token',
    60,
    CreateTokenInput,
    (count) => ({ name: letters(count) }),
  ],
  ['days of an access token', 366, CreateTokenInput, (days) => ({ name: 'a', days })],
]

test.each(limits)('%s are at most %i', (_what, most, schema, inputOf) => {
  expect(schema.safeParse(inputOf(most)).error).toBeUndefined()
  expect(schema.safeParse(inputOf(most + 1)).success).toBe(false)
})
