import { installation } from '@dashboard/contract/installation'
import { connectionReason } from '@dashboard/store/outside/connection-reasons'
import { JobError } from '../job-errors.ts'

/** Failures of Locust. Each has a message that says what it means and what to do, and details of what was observed. */
export type LocustFailures = ReturnType<typeof describeLocustFailures>

const notLetIn = () =>
  `${installation.outsideSystem} does not let the dashboard in. An administrator has to check its access to ${installation.outsideSystem}.`
const noData = () =>
  `${installation.outsideSystem} did not send volunteers, so the spreadsheet was left as it was. An administrator has to check where the dashboard asks for them.`
const unusable = () =>
  `What ${installation.outsideSystem} sent cannot be used, so the spreadsheet was left as it was. Whoever looks after ${installation.outsideSystem} has to look into it.`

/**
 * Returns the end of a failure's sentence; `tries` is the number of tries made, which is mentioned if there were
 * several.
 */
function advice(tries = 1): string {
  const tried = tries > 1 ? ` We tried ${tries} times.` : ''
  return `${installation.outsideSystem} is not working right now.${tried} Run the sync again later.`
}

export function describeLocustFailures(host: string, tries: number) {
  const locust = `${installation.outsideSystem} at ${host}`
  return {
    // After these the same request may succeed later.
    unreachable: (cause: unknown) =>
      failure(
        advice(tries),
        `${locust} cannot be reached: ${connectionReason(cause)}. Check LOCUST_URL and that ${installation.outsideSystem} is running, then run the export again.`,
      ),
    busy: () =>
      failure(
        advice(tries),
        `${locust} is too busy: it answered ${tries} times with 429. Run the export again later.`,
      ),
    broken: (status: number) =>
      failure(
        advice(tries),
        `${locust} failed ${tries} times with ${status}. Run the export again later, or tell whoever looks after ${installation.outsideSystem}.`,
      ),
    // After this the request is not repeated: people have waited long enough.
    tooSlow: (ms: number) =>
      failure(
        advice(),
        `${locust} did not finish its answer within ${ms / 1_000} seconds. Check that ${installation.outsideSystem} is working, then run the export again.`,
      ),
    // In these Locust responds, but not with volunteers.
    refused: (status: number) =>
      failure(
        notLetIn(),
        `${locust} refused the credentials (${status}). Check LOCUST_TOKEN, or LOCUST_USERNAME and LOCUST_PASSWORD.`,
      ),
    notFound: () =>
      failure(noData(), `${locust} has nothing at this address (404). Check LOCUST_URL.`),
    unexpected: (status: number) =>
      failure(noData(), `${locust} answered with ${status}instead of data. Check LOCUST_URL.`),
    webPage: () =>
      failure(
        noData(),
        `${locust} answered with a web page instead of data. Check LOCUST_URL and the credentials.`,
      ),
    unknownType: (type: string) =>
      failure(
        noData(),
        `${locust} answered with ${type}, but CSV, JSON or XLSX is expected. Check LOCUST_URL.`,
      ),
    empty: () =>
      failure(
        noData(),
        `${locust} answered without any data, so the sheet was left as it was. Check LOCUST_URL, then run the export again.`,
      ),
    tooLarge: () =>
      failure(unusable(), `${locust} sent more data than can be handled. Check LOCUST_URL.`),
    unreadable: (why: string) =>
      failure(
        unusable(),
        `What ${locust} sent cannot be read, so the sheet was left as it was. ${why}`,
      ),
  }
}

function failure(meaning: string, details: string): JobError {
  return new JobError(meaning, 'outside-system', { details })
}
