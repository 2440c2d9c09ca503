import type { NameOrder } from '@dashboard/contract/columns'
import { familyNameLength } from './column-words.ts'

const titles = /^(?:dr|mrs?|ms|miss|prof|rev|sr|sra|srta|herr|frau|mme|mlle)\.?$/iu
const suffixes =
  /^(?:jr|sr|junior|senior|filho|neto|ii|iii|iv|[1-5](?:st|nd|rd|th)|md|phd|esq)\.?$/iu
/**
 * Degrees, as they are written, and professions, which follow a whole name after a comma: 'Jane Doe, Ph.D.'. After a
 * single word it may be a first name: 'Chen, MA'.
 */
const degrees =
  /^(?:Ph\.?D|M\.?D|D\.?D\.?S|D\.?M\.?D|D\.?O|J\.?D|Ed\.?D|Psy\.?D|D\.?V\.?M|R\.?N|L\.?P\.?N|B\.?S\.?N|M\.?S\.?N|N\.?P|P\.?A|B\.?A|B\.?S|M\.?A|M\.?S|M\.?B\.?A|M\.?Ed|C\.?P\.?A|P\.?E|Esq|LCSW|LMFT|PMP)\.?$/u
const callings =
  /^(?:elder|overseer|pioneer|regular pioneer|auxiliary pioneer|ministerial servant|publisher|deacon|pastor|brother|sister|anciano|anciana|precursora?|siervo ministerial|ancião|pioneir[oa]|ancien|pionnière?|ältester|pionier(?:in)?)\.?$/iu
/** Words that belong to the family name after them: 'Jan Van Der Berg', 'Ana De La Cruz', but not 'Anh Van Nguyen'. */
const particles =
  /^(?:[vV]on|vom|zu|zur|van|[dD]er|[dD]en|ter|ten|[dD]e|[dD]el|[dD]ella|[dD]i|[dD]a|do|[dD]os|das|[dD]u|[lL]a|[lL]as|[lL]os|[lL]e|[eE]l|[aA]l|bin|ibn|af|av|[sS]t\.?)$/u

/** '山田 太郎', '佐藤 さくら', '김 민준': among other names, too, the family name is first. */
export const eastAsianName =
  /^[\p{Script=Han}\p{Script=Hangul}]+ [\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u

/** What is in brackets after a name: 'Ann Lee (elder)'. */
const remark = /(?<=\S)\s*\([^()]*\)$/u

/**
 * Splits a whole name; a single word counts as the last name, unless it is a whole name of East Asia. A title stays
 * with the first name, 'Jr.' and a remark in brackets with the last.
 */
export function splitName(name: string, order: NameOrder): { first: string; last: string } {
  const inBrackets = remark.exec(name.trim())?.[0] ?? ''
  const [head = '', ...tails] = name
    .trim()
    .slice(0, inBrackets === '' ? undefined : -inBrackets.length)
    .split(',')
    .map((part) => part.trim().replace(/\s+/gu, ' '))
  // 'Doe, Jane, RN'
  const isWhole = head.includes(' ') || tails.length > 1
  const areSuffixes = (words: string) =>
    (isWhole && callings.test(words)) ||
    words.split(' ').every((word) => suffixes.test(word) || (isWhole && degrees.test(word)))
  const suffix = joinWords(...tails.filter(areSuffixes), inBrackets.trim())
  const rest = tails.filter((part) => !areSuffixes(part)).join(', ')
  // A comma shows which part is which, whatever the order for other names.
  if (rest !== '') return { first: rest, last: joinWords(head, suffix) }
  const { first, last } = splitWords(head, order)
  return { first, last: joinWords(last, suffix) }
}

function joinWords(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function splitWords(name: string, order: NameOrder): { first: string; last: string } {
  const family = familyNameLength(name)
  if (family !== undefined) return { first: name.slice(family), last: name.slice(0, family) }
  const words = name.split(' ')
  let begin = 0
  while (begin < words.length - 2 && titles.test(words[begin] ?? '')) begin += 1
  let end = words.length
  // 'Junior' alone may be a family name, '3rd' is none.
  const fewest = (word: string) => begin + (/^\d/.test(word) ? 1 : 2)
  while (end > fewest(words[end - 1] ?? '') && suffixes.test(words[end - 1] ?? '')) end -= 1
  const [title, own, suffix] = [words.slice(0, begin), words.slice(begin, end), words.slice(end)]
  if (own.length < 2) return { first: joinWords(...title), last: joinWords(...own, ...suffix) }
  const parts = (first: readonly string[], last: readonly string[]) => ({
    first: joinWords(...title, ...first),
    last: joinWords(...last, ...suffix),
  })
  if (order === 'first-word') return parts(own.slice(0, 1), own.slice(1))
  const isFamilyFirst =
    order === 'family-first' || (order === 'last-word' && eastAsianName.test(own.join(' ')))
  if (isFamilyFirst) return parts(own.slice(1), own.slice(0, 1))
  let at = own.length - 1
  const areCapitals = name === name.toUpperCase()
  const isParticle = (word: string) =>
    /^van$/i.test(word) && word !== 'van'
      ? at < own.length - 1
      : particles.test(areCapitals ? word.toLowerCase() : word)
  while (at > 1 && isParticle(own[at - 1] ?? '')) at -= 1
  return parts(own.slice(0, at), own.slice(at))
}
