import type { CallOutcome, CallReason } from './call-lists.ts'
import { countOf } from './counts.ts'

/** Wording of call lists that the web app and the server's files share. */

export const callOutcomeLabels: Readonly<Record<CallOutcome, string>> = {
  yes: 'Yes',
  no: 'No',
  'no-answer': 'No answer',
  later: 'Later',
  'wrong-number': 'Wrong number',
}

const reasonTexts = {
  'not-trained': 'Not trained',
  'not-available': 'Not available now',
  'other-times': 'Only at other times',
  'serves-then': 'Serves elsewhere at this time',
}

/** Returns one reason in words: 'Maximum of 2 shifts a week reached'. */
export function reasonText(reason: CallReason): string {
  if (!('limit' in reason)) return reasonTexts[reason.kind] ?? reason.kind
  const { kind, limit } = reason
  const span = kind === 'week-limit' ? 'week' : 'month'
  return `Maximum of ${countOf(limit, 'shift')} a ${span} reached`
}
