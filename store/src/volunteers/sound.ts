import { isAscii } from '@dashboard/contract/fold-text'
import anyAscii from 'any-ascii'

/**
 * Converts names of other scripts to sounds, so that a Latin spelling finds them: each word becomes Latin letters that
 * are equal for the usual spellings (`Yurchenko`, `Iurchenko`), and for Arabic and Hebrew, which write few vowels, its
 * consonants.
 */

const isLatin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u
const isAbjad = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const isHan = /\p{Script=Han}/u
const isHangul = /\p{Script=Hangul}/u

/** Marks consonants among the sounds of a text. */
const consonantMark = '~'

/** Usual spellings of Korean family names; the romanization of the syllable alone would not match them. */
const koreanSurnames: Readonly<Record<string, string>> = {
  김: 'kim',
  이: 'lee yi rhee',
  박: 'park pak',
  최: 'choi',
  정: 'jung chung jeong',
  강: 'kang',
  조: 'cho jo',
  윤: 'yoon yun',
  장: 'jang chang',
  임: 'lim im',
  오: 'oh',
  서: 'seo suh',
  신: 'shin',
  전: 'jun chun',
  노: 'noh roh',
  류: 'ryu yoo',
  유: 'yoo yu',
  우: 'woo',
  안: 'ahn',
  주: 'joo chu',
  심: 'shim',
  권: 'kwon',
}

/**
 * Returns the sounds of a folded text that Latin spellings are searched in: each word has a blank before and after it.
 */
export function soundsOf(folded: string): string {
  if (isAscii.test(folded)) return ''
  const sounds = new Set<string>()
  for (const word of folded.split(' ')) {
    if (isLatin.test(word)) continue
    for (const sound of soundsOfWord(word)) sounds.add(sound)
  }
  return sounds.size === 0 ? '' : ` ${[...sounds].join(' ')} `
}

function soundsOfWord(word: string): string[] {
  if (isAbjad.test(word)) return abjadSounds(word)
  const latin = anyAscii(word)
  const sounds = [toSound(latin)]
  // Each syllable begins with a capital, so that Xiuying is also found by either of its parts.
  if (isHan.test(word) || isHangul.test(word)) {
    sounds.push(...latin.split(/(?=[A-Z])/).map(toSound))
    const surname = koreanSurnames[word] ?? koreanSurnames[word.slice(0, 1)]
    if (surname !== undefined) sounds.push(...surname.split(' ').map(toSound))
  }
  return sounds.filter((sound) => sound !== '')
}

/** Returns the sounds with and without the article, and for a Hebrew vav both as a vowel and as a v. */
function abjadSounds(word: string): string[] {
  const spellings = [word]
  const stem = /^ال(.{2,})$/u.exec(word)?.[1]
  if (stem !== undefined) spellings.push(stem)
  if (word.includes('ו')) spellings.push(word.replaceAll('ו', ''))
  const found = spellings.map((spelling) => toConsonants(anyAscii(spelling)))
  return [
    ...(stem === undefined ? [] : ['al', 'el']),
    ...found.filter((each) => each !== '').map((each) => `${consonantMark}${each}`),
  ]
}

/**
 * Returns the sounds to search for a word of a query; none for a word of another script, and for one too short to tell
 * names apart.
 */
export function soundQueries(word: string): string[] {
  if (!/^[a-z]+$/.test(word)) return []
  const sound = toSound(word)
  const consonants = toConsonants(word)
  const queries: string[] = []
  if (word.length >= 2 && sound !== '') queries.push(` ${sound}`)
  if (consonants.length >= 3) queries.push(` ${consonantMark}${consonants}`)
  else if (consonants.length === 2) queries.push(` ${consonantMark}${consonants} `)
  return queries
}

const soundSteps: readonly (readonly [RegExp, string])[] = [
  [/[^a-z]/g, ''],
  [/t?s?ch/g, 'ch'],
  [/sh(?=ch)/g, ''],
  [/kh/g, 'h'],
  [/ph/g, 'f'],
  [/x/g, 'ks'],
  [/c(?!h)|q/g, 'k'],
  [/g/g, 'k'],
  [/b/g, 'p'],
  [/d/g, 't'],
  [/w/g, 'v'],
  [/ou|oo|oy(?![aeiou])/g, 'u'],
  [/eo/g, 'o'],
  [/eu/g, 'u'],
  [/ee/g, 'i'],
  [/[yj]/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/** Returns Latin letters that are equal for the usual spellings of one sound. */
function toSound(latin: string): string {
  return applySteps(latin, soundSteps)
}

const consonantSteps: readonly (readonly [RegExp, string])[] = [
  [/[^a-z]/g, ''],
  [/kh|ch|gh|ck/g, 'k'],
  [/z/g, 's'],
  [/sh/g, 's'],
  [/th|dh|d/g, 't'],
  [/ph/g, 'f'],
  [/[gqc]/g, 'k'],
  [/b/g, 'p'],
  [/h$/g, ''],
  [/[aeiouwy]/g, ''],
  [/(.)\1+/g, '$1'],
]

/** Removes vowels, and the letters that Arabic and Hebrew spell them with. */
function toConsonants(latin: string): string {
  return applySteps(latin, consonantSteps)
}

function applySteps(latin: string, steps: readonly (readonly [RegExp, string])[]): string {
  return steps.reduce(
    (text, [pattern, replacement]) => text.replaceAll(pattern, replacement),
    latin.toLowerCase(),
  )
}
