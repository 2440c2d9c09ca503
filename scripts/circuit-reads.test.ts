import { expect, it } from 'vitest'
import { unscopedReads } from './circuit-reads.ts'
import { parseSource } from './source-tree.ts'

it.each([
  ["db.selectFrom('volunteers').selectAll()", 1],
  ["db.selectFrom('reports as older')", 1],
  ["db.selectFrom('users').innerJoin('circuits', 'circuits.id', 'x')", 1],
  ["sql`select 1 from ${sql.table('jobs')}`", 1],
  ["db.selectFrom('schedules').selectAll()", 0],
  ["db.updateTable('jobs').set({})", 0],
  ["listed('volunteers')", 0],
])('%s reads what is of circuits %i times', (text, times) => {
  expect(unscopedReads(parseSource('a.ts', text))).toHaveLength(times)
})
