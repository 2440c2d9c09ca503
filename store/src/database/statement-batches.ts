/** PostgreSQL takes at most 65,535 parameters in a statement, SQLite 32,766. */
const valuesPerStatement = 1_000

/** Splits values of any number into batches, by default such that a statement takes them as parameters. */
export function* inBatches<T>(
  values: readonly T[],
  size = valuesPerStatement,
): Generator<readonly T[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size)
}
