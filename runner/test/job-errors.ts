import { JobError } from '../src/job-errors.ts'

/** Returns the details of the JobError that a promise is rejected with, or else its message. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof JobError)) throw new Error(`a JobError is expected, not ${error}`)
  return error.details ?? error.message
}
