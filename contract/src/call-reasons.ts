import type { CallOutcome, CallReason } from './call-lists.ts'

/** Wording of call lists that the web app and the server's files share. */

export const callOutcomeLabels: Readonly<Record<CallOutcome, string>> = {
  yes: 'Yes',
  no: 'No',
  'no-answer': 'No answer',
  later: 'Later',
  'wrong-number': 'Wrong number',
}

/** Returns one reason in words: 'Maximum of 2 shifts a week reached'. */
export function reasonText(reason: CallReason): string {
  switch (reason.kind) {
    case 'not-trained':
      return 'Not trained'
    case 'not-available':
      return 'Not available now'
    case 'other-times':
      return 'Only at other times'
    case 'serves-then':
      return 'Serves elsewhere at this time'
    case 'week-limit':
      return limitText(reason.limit, 'week')
    case 'month-limit':
      return limitText(reason.limit, 'month')
  }
}

function limitText(limit: number, span: string): string {
  return `Maximum of ${limit} ${limit === 1 ? 'shift' : 'shifts'} a ${span} reached`
}
