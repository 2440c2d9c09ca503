import helpText from '../../../../docs/help.md?raw'
import { outsideSystem, syncPageName } from '../../format/installation.ts'
import { isOneOf, paths } from '../../paths.ts'

export interface HelpTopic {
  title: string
  purpose: string
  questions: readonly { question: string; answer: string }[]
}

/** The sections of the page, each with the addresses that it covers. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  Dashboard: [paths.dashboard],
  'Circuits and congregations': [paths.anyCircuit],
  Volunteers: [paths.volunteers, paths.anyVolunteer],
  'Fill a Cart': [paths.calls, paths.anyCallList],
  [syncPageName]: [paths.sync],
  Imports: [paths.anyImport],
  Columns: [paths.columns],
  Monitor: [paths.monitor],
  Reports: [paths.reports],
  Profile: [paths.profile],
  Settings: [paths.settings],
  'User Management': [paths.users],
  'Monitoring Controls': [paths.monitoring],
  'Brand Settings': [paths.branding],
  'Audit Log': [paths.audit],
  System: [paths.system],
}

/** Reads the topics: the page consists of headings and plain paragraphs (docs/help.md). */
function readTopics(markdown: string): HelpTopic[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [head = '', ...asked] = section.split(/^### /m)
      const { first: title, rest: purpose } = firstLineOf(head)
      const questions = asked.map((text) => {
        const { first: question, rest: answer } = firstLineOf(text)
        return { question, answer }
      })
      return { title, purpose, questions }
    })
}

/** Returns a heading, and the text below it on one line. */
function firstLineOf(text: string): { first: string; rest: string } {
  const [first = '', ...rest] = text.split('\n')
  return { first, rest: rest.join(' ').trim() }
}

export const helpTopics: readonly HelpTopic[] = readTopics(
  helpText.replaceAll('Locust', () => outsideSystem),
)

export function helpFor(address: string): HelpTopic | undefined {
  return helpTopics.find(({ title }) =>
    addresses[title]?.some((each) => each === address || isOneOf(each, address)),
  )
}

/** Returns the topics for the screens that the user may open. */
export function helpOf({ isAdmin }: { isAdmin: boolean }): readonly HelpTopic[] {
  return helpTopics.filter(
    ({ title }) => isAdmin || !addresses[title]?.some((each) => each.startsWith(paths.settings)),
  )
}
