/** Prints and sorts names in reports (docs/reports.md#names). */

export interface PersonName {
  firstName: string
  lastName: string
}

/** Scripts in which the family name comes first, without a comma. */
const familyFirstScript =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Khmer}\p{P}\p{N}\p{M}ー\s]+$/u
/** Scripts that join both names into one word: 王秀英, 김서연. Japanese and Khmer names keep a space. */
const joinedScript = /^(\p{Script=Han}+|\p{Script=Hangul}+)$/u
/** Languages in Latin letters that put the family name first, without a comma. */
const familyFirstLanguages = new Set(['hungarian', 'magyar', 'hu', 'vietnamese', 'vi'])
const japanese = new Set(['japanese', '日本語', 'ja'])

/**
 * Returns a name with the family name first: `Novak, Anna`. The comma is omitted where that is the usual order, by the
 * script of the name or the language of the congregation: `김서연`, `高橋 さくら`, `Nagy Anna`.
 */
export function printedName(name: PersonName, language: string | null): string {
  const family = name.lastName.trim()
  const given = name.firstName.trim()
  if (family === '' || given === '') return family || given
  const spoken = language?.trim().toLowerCase() ?? ''
  if (familyFirstScript.test(family + given)) {
    const isJoined = joinedScript.test(family) && joinedScript.test(given) && !japanese.has(spoken)
    return isJoined ? family + given : `${family} ${given}`
  }
  if (familyFirstLanguages.has(spoken)) return `${family} ${given}`
  return `${family}${/\p{Script=Arabic}$/u.test(family) ? '،' : ','} ${given}`
}

/** Languages whose alphabet has its own order; the others share one. */
const orderedLanguages: Record<string, string> = {
  croatian: 'hr',
  czech: 'cs',
  danish: 'da',
  estonian: 'et',
  finnish: 'fi',
  hungarian: 'hu',
  icelandic: 'is',
  japanese: 'ja',
  latvian: 'lv',
  lithuanian: 'lt',
  norwegian: 'nb',
  polish: 'pl',
  romanian: 'ro',
  slovak: 'sk',
  spanish: 'es',
  swedish: 'sv',
  turkish: 'tr',
  vietnamese: 'vi',
}

const collators = new Map<string, Intl.Collator>()

function collatorOf(locale: string): Intl.Collator {
  return collators.getOrInsertComputed(locale, () => new Intl.Collator(locale, { numeric: true }))
}

const startsInHan = /^\P{L}*\p{Script=Han}/u

/**
 * Returns a comparison of names by family name, then given name, in the alphabet of a language. Scripts come one after
 * another; Chinese is sorted by its sound (Pinyin), and Japanese as in Japanese lists.
 */
export function nameOrder(language: string | null): (one: PersonName, other: PersonName) => number {
  const locale = orderedLanguages[language?.trim().toLowerCase() ?? ''] ?? 'en'
  const hanLocale = locale === 'ja' ? 'ja' : 'zh'
  const compare = (one: string, other: string) => {
    const areHan = startsInHan.test(one) && startsInHan.test(other)
    return collatorOf(areHan ? hanLocale : locale).compare(one, other)
  }
  return (one, other) =>
    compare(one.lastName, other.lastName) || compare(one.firstName, other.firstName)
}
