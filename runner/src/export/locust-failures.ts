import { JobError } from '../job-errors.ts'
import { networkReason } from '../outside/http-answers.ts'

/** What can go wrong with Locust, each as a sentence that says what to do. */
export type LocustFailures = ReturnType<typeof describeLocustFailures>

/** The failures of the Locust at a host. */
export function describeLocustFailures(host: string) {
  const locust = `Locust at ${host}`
  const failure = (sentence: string) => new JobError(sentence, 'outside-system')
  return {
    unreachable: (cause: unknown) =>
      failure(
        `${locust} cannot be reached: ${networkReason(cause)}. Check LOCUST_URL and that Locust is running, then run the export again.`,
      ),
    silent: (ms: number) =>
      failure(
        `${locust} cannot be reached: it did not answer within ${seconds(ms)}. Check that Locust is well, then run the export again.`,
      ),
    stalled: (ms: number) =>
      failure(
        `${locust} stopped sending for ${seconds(ms)} in the middle of its answer. Run the export again.`,
      ),
    tooSlow: (ms: number) =>
      failure(`${locust} did not finish within ${seconds(ms)}. Run the export again later.`),
    refused: (status: number) =>
      failure(
        `${locust} refused the credentials (${status}). Check LOCUST_TOKEN, or LOCUST_USERNAME and LOCUST_PASSWORD.`,
      ),
    notFound: () => failure(`${locust} has nothing at this address (404). Check LOCUST_URL.`),
    busy: (tries: number) =>
      failure(
        `${locust} is too busy: it answered ${tries} times with 429. Run the export again later.`,
      ),
    broken: (status: number, tries: number) =>
      failure(
        `${locust} failed ${tries} times with ${status}. Run the export again later, or tell whoever looks after Locust.`,
      ),
    unexpected: (status: number) =>
      failure(`${locust} answered with ${status}, which is no data. Check LOCUST_URL.`),
    webPage: () =>
      failure(
        `${locust} answered with a web page instead of data. Check LOCUST_URL and the credentials.`,
      ),
    unknownType: (type: string) =>
      failure(
        `${locust} answered with ${type}, but CSV, JSON or XLSX is expected. Check LOCUST_URL.`,
      ),
    empty: () =>
      failure(
        `${locust} answered without any data, so the sheet was left as it was. Check LOCUST_URL, then run the export again.`,
      ),
    tooLarge: () => failure(`${locust} sent more data than can be handled. Check LOCUST_URL.`),
    unreadable: (why: string) =>
      failure(`What ${locust} sent cannot be read, so the sheet was left as it was. ${why}`),
  }
}

function seconds(ms: number): string {
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} seconds`
  return `${Math.round(ms / 60_000)} minutes`
}
