import { foldText, sortKey } from '@dashboard/contract/fold-text'
import { digitsOf } from '@dashboard/store/volunteers/phone-digits'
import { soundsOf } from '@dashboard/store/volunteers/sound'

export interface FoldedPerson {
  /** Names, a line break, and all other searchable text, with a blank before each word. */
  text: string
  /** Sound of names and places in other scripts, written in Latin letters. */
  sounds: string
  /** Digits of the telephone number. */
  digits: string
  /** Sort key of names: last name, tab, first name. */
  nameKey: string
}

interface Person {
  firstName: string
  lastName: string
  mobilePhone: string | null
  emailAddress: string | null
}

/** Returns the texts that a volunteer is searched and sorted by; `place` names the congregation and the circuit. */
export function foldPerson(person: Person, place: string): FoldedPerson {
  const first = foldText(person.firstName)
  const last = foldText(person.lastName)
  const names = [last, first, ...withoutBlanks(first, last)].join(' ')
  const places = foldText(place)
  return {
    text: ` ${names}\n ${foldText(person.emailAddress ?? '')} ${places}`,
    sounds: soundsOf(`${last} ${first} ${places}`),
    digits: digitsOf(person.mobilePhone ?? ''),
    nameKey: `${sortKey(last)}\t${sortKey(first)}`,
  }
}

const writtenTogether = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Joins first and last name in both orders: in scripts without blanks between names, people type them as one word. */
function withoutBlanks(first: string, last: string): string[] {
  const isTogether = writtenTogether.test(first) && writtenTogether.test(last)
  return isTogether ? [`${last}${first}`, `${first}${last}`] : []
}
