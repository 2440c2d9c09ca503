/** PostgreSQL takes at most 65,535 parameters in a statement, SQLite 32,766. */
const valuesPerStatement = 1_000

/** Splits values of any number into batches that a statement takes as parameters on each database. */
export function* inBatches<T>(values: readonly T[]): Generator<T[]> {
  for (let start = 0; start < values.length; start += valuesPerStatement) {
    yield values.slice(start, start + valuesPerStatement)
  }
}
