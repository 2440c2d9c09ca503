import type { ColumnUse } from '@dashboard/contract/columns'
import type { days } from '@dashboard/contract/days'
import { otherTitles } from '@dashboard/contract/sheet-columns'

/** Words of other sheets, in the languages in which congregations keep lists, without accents. */

export type Day = (typeof days)[number]

/** Returns a text that is equal for equal words: case, accents and punctuation are ignored. */
export function foldWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}

const dayWords: Record<Day, string> = {
  Monday:
    'monday, mon, mondays, lunes, lun, segunda, segunda feira, seg, lundi, montag, mo, lunedi, понедельник, пн, poniedzialek, pon, 월요일, 월, 星期一, 周一, 月曜日',
  Tuesday:
    'tuesday, tue, tues, tuesdays, martes, mar, terca, terca feira, ter, mardi, dienstag, di, martedi, вторник, вт, wtorek, wt, 화요일, 화, 星期二, 周二, 火曜日',
  Wednesday:
    'wednesday, wed, weds, wednesdays, miercoles, mie, quarta, quarta feira, qua, mercredi, mer, mittwoch, mi, mercoledi, среда, ср, sroda, sr, 수요일, 수, 星期三, 周三, 水曜日',
  Thursday:
    'thursday, thu, thur, thurs, thursdays, jueves, jue, quinta, quinta feira, qui, jeudi, jeu, donnerstag, do, giovedi, gio, четверг, чт, czwartek, czw, 목요일, 목, 星期四, 周四, 木曜日',
  Friday:
    'friday, fri, fridays, viernes, vie, sexta, sexta feira, sex, vendredi, ven, freitag, fr, venerdi, пятница, пт, piatek, pt, 금요일, 금, 星期五, 周五, 金曜日',
  Saturday:
    'saturday, sat, saturdays, sabado, sab, samedi, sam, samstag, sonnabend, sa, sabato, суббота, сб, sobota, sob, 토요일, 토, 星期六, 周六, 土曜日',
  Sunday:
    'sunday, sun, sundays, domingo, dom, dimanche, dim, sonntag, so, domenica, воскресенье, вс, niedziela, niedz, nd, 일요일, 일, 星期日, 周日, 日曜日',
}

export const wholeDay = 'Morning; Afternoon; Evening'
const slotWords: Record<string, string> = {
  Morning:
    'morning, mornings, am, a m, manana, por la manana, mananas, manha, matin, matinee, vormittag, vormittags, morgen, morgens, fruh, mattina, mattino, утро, утром, rano, 오전, 아침, 上午, 早上',
  Midday:
    'midday, noon, mediodia, meio dia, midi, mittag, mittags, mezzogiorno, полдень, poludnie, 中午',
  Afternoon:
    'afternoon, afternoons, pm, p m, tarde, por la tarde, tardes, apres midi, nachmittag, nachmittags, pomeriggio, день, днем, после обеда, popoludnie, 오후, 下午',
  Evening:
    'evening, evenings, noche, por la noche, noches, noite, soir, soiree, abend, abends, sera, вечер, вечером, wieczor, 저녁, 晚上',
  Night: 'night, nacht, nuit, ночь, 夜',
  [wholeDay]:
    'all day, any, anytime, any time, todo el dia, dia inteiro, toute la journee, ganztags, ganztagig, tutto il giorno, весь день, caly dzien, 종일, 全天',
}

const flagWords: Record<'yes' | 'no', string> = {
  yes: 'yes, y, true, 1, x, checked, ok, si, s, sim, oui, o, ja, j, да, д, tak, t, 예, 네, 是, 对, はい, done, complete, completed, active, activo, activa, ativo, actif, aktiv, attivo, активен, aktywny',
  no: 'no, n, false, 0, nao, non, nein, нет, н, nie, 아니요, 否, 不, いいえ, n a, none, inactive, inactivo, inactiva, inativo, inactif, inaktiv, inattivo, неактивен, nieaktywny',
}

function invert<Meaning extends string>(
  words: Partial<Record<Meaning, string>>,
): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  for (const [meaning, list] of Object.entries(words) as [Meaning, string][]) {
    for (const word of list.split(', ')) meanings.set(foldWord(word), meaning)
  }
  return meanings
}

const daySets: Record<string, string> = {
  'Monday Tuesday Wednesday Thursday Friday':
    'weekday, weekdays, week day, week days, workday, workdays, working days, m f, l v, entre semana, dia de semana, dias de semana, dias laborables, dias uteis, wochentags, unter der woche, werktag, werktags, werktage, en semaine, jours de semaine, jours ouvrables, giorni feriali, будни, по будням, в будни, dni robocze, w dni robocze, 평일, 平日, 工作日',
  'Saturday Sunday':
    'weekend, weekends, week end, week ends, fin de semana, fines de semana, fim de semana, fins de semana, wochenende, wochenenden, fine settimana, выходные, по выходным, в выходные, weekendy, w weekendy, 주말, 周末, 週末',
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday':
    'every day, everyday, daily, each day, all days, any day, all week, all seven days, seven days, 7 days, 7 days a week, todos los dias, cada dia, a diario, diario, diariamente, toda la semana, todos os dias, tous les jours, chaque jour, taglich, jeden tag, alle tage, ogni giorno, tutti i giorni, каждый день, ежедневно, все дни, codziennie, kazdy dzien, kazdego dnia, 매일, 每天, 毎日',
}

/** Words that take days or times away: what stands behind them is when somebody cannot serve. */
const exceptionWords =
  'not, no, never, except, except for, excepting, excluding, but, but not, without, other than, apart from, not available, unavailable, not free, can t, cant, cannot, can not, excepto, menos, salvo, no disponible, nunca, jamas, exceto, nao, nao disponivel, sauf, excepte, hors, pas, jamais, pas disponible, indisponible, nicht, nicht verfugbar, ausser, ausgenommen, niemals, kein, keine, keinen, tranne, eccetto, non, non disponibile, mai, кроме, не, никогда, недоступен, недоступна, oprocz, poza, nie, nigdy, bez, niedostepny, niedostepna'

/** Words between two days that name all days from the first to the second. */
const rangeWords = 'to, through, thru, till, until, a, al, ate, bis, au, jusqu a, до, по'

/** Words of a list of days that change nothing. */
const fillWords =
  'only, on, any, every, each, the, in, at, of, and, also, available, availability, free, can, can serve, i, i am, is, are, serve, usually, day, days, s, time, times, during, from, el, los, las, la, de, del, por, en, y, e, solo, solamente, disponible, os, na, no dia, apenas, disponivel, le, les, et, seulement, libre, nur, an, der, den, dem, und, immer, verfugbar, jeden, il, lo, di, disponibile, только, по, в, во, и, доступен, доступна, tylko, w, we, i, oraz, dostepny, dostepna'

export const useOfTitle: ReadonlyMap<string, ColumnUse> = invert<ColumnUse>(otherTitles)
export const dayOfWord: ReadonlyMap<string, Day> = invert(dayWords)

const englishDays = /^(?:mon|tue|wed|thu|fri|sat|sun)$/

/**
 * Returns whether a word for a day is so short that it often means something else ('do', 'so', 'Mar', 'Sex'): it counts
 * only among others of its kind.
 */
export function isShortDay(word: string): boolean {
  const folded = foldWord(word)
  return /^[a-z]{2,3}$/.test(folded) && dayOfWord.has(folded) && !englishDays.test(folded)
}
export const slotOfWord: ReadonlyMap<string, string> = invert(slotWords)

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(', ').map(foldWord))
}

/** Words for several days → these days. */
export const daysOfWord: ReadonlyMap<string, readonly Day[]> = new Map(
  [...invert(daySets)].map(([word, set]) => [word, set.split(' ') as Day[]]),
)
export const isException: ReadonlySet<string> = listed(exceptionWords)
export const isRange: ReadonlySet<string> = listed(rangeWords)
export const isFill: ReadonlySet<string> = listed(fillWords)

/** Cells of a column of time slots that say nothing but no. */
const noSlots = listed(
  'no, n, n a, na, none, nope, never, off, out, nil, null, unavailable, not available, not free, cannot, can t, cant, false, 0, ninguno, ninguna, nunca, no disponible, no puedo, no puede, nao, nenhum, nenhuma, indisponivel, non, jamais, aucun, aucune, indisponible, pas disponible, nein, nie, keine, nicht, nicht verfugbar, mai, nessuno, non disponibile, нет, никогда, недоступен, недоступна, не может, nigdy, niedostepny, niedostepna, 아니요, 없음, 불가, 否, 无, 沒有, 没有, 不, いいえ, なし',
)

/** Returns whether a cell of time slots, or a part of it, says nothing but no: 'N/A', 'OFF', '?', 'not available'. */
export function saysNo(text: string): boolean {
  const folded = foldWord(text)
  return folded === '' ? !yesMarks.test(text.trim()) : noSlots.has(folded)
}

/** Returns whether a text begins with a word that takes times away: 'no mornings', 'except evenings'. */
export function isExcluded(text: string): boolean {
  const folded = foldWord(text)
  const blank = folded.indexOf(' ')
  return blank > 0 && isException.has(folded.slice(0, blank))
}

const months =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|fev|mai|set|out|dez|avr|aou|mae|okt|gen|mag|giu|lug|ott|янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек'
const dates = [
  /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/,
  /^\d{1,2}\/\d{1,2}$/,
  new RegExp(`^\\d{1,2}[ ./-]{1,2}(?:${months})\\p{L}{0,9}(?:[ ,./-]{1,2}\\d{2,4})?$`, 'u'),
  new RegExp(`^(?:${months})\\p{L}{0,9}[ ./-]{1,2}\\d{1,2}(?:[ ,./-]{1,2}\\d{2,4})?$`, 'u'),
]

/**
 * Returns whether a text is a date. In a column of time slots it usually was a range of hours, such as 9-12, which a
 * spreadsheet program has turned into a date.
 */
export function isDate(text: string): boolean {
  const plain = text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return dates.some((pattern) => pattern.test(plain))
}

/** Marks without letters or digits, which `foldWord` would reduce to nothing. */
const yesMarks = /^[\u2611\u2713\u2714\u2705\u00d7+*\u25cf]$/u
const noMarks = /^[-\u2010-\u2015\u2610\u274c\u2716-\u2718\u25cb]$/u
const flagOfWord: ReadonlyMap<string, 'yes' | 'no'> = invert(flagWords)

/** Returns whether a word says yes or no; `undefined` for any other. */
export function readFlagWord(text: string): 'yes' | 'no' | undefined {
  const mark = text.trim()
  if (mark === '' || noMarks.test(mark)) return 'no'
  if (yesMarks.test(mark)) return 'yes'
  return flagOfWord.get(foldWord(mark))
}
