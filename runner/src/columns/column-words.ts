import type { days } from '@dashboard/contract/days'
import { foldWord } from '@dashboard/contract/fold-text'

/** Words of other sheets, in the languages in which congregations keep lists, without accents. */

export type Day = (typeof days)[number]

const dayWords: Record<Day, string> = {
  Monday:
    'monday, mon, mondays, lunes, lun, segunda, segundas, segunda feira, segundas feiras, seg, 2a, 2a feira, lundi, lundis, montag, montags, am montag, mo, lunedi, понедельник, понедельника, понедельникам, пн, poniedzialek, poniedzialki, poniedzialku, pon, pn, 월요일, 월, 星期一, 周一, 週一, 礼拜一, 月曜日, 月曜, thứ hai, thứ 2',
  Tuesday:
    'tuesday, tue, tues, tu, tuesdays, martes, mar, terca, tercas, terca feira, tercas feiras, ter, 3a, 3a feira, mardi, mardis, dienstag, dienstags, am dienstag, di, martedi, вторник, вторника, вторникам, вт, wtorek, wtorki, wtorku, wt, 화요일, 화, 星期二, 周二, 週二, 礼拜二, 火曜日, 火曜, thứ ba, thứ 3',
  Wednesday:
    'wednesday, wed, weds, wednesdays, miercoles, miyerkules, mie, quarta, quartas, quarta feira, quartas feiras, qua, 4a, 4a feira, mercredi, mercredis, mer, mittwoch, mittwochs, am mittwoch, mi, mercoledi, среда, среды, среду, средам, ср, sroda, srody, srode, sr, 수요일, 수, 星期三, 周三, 週三, 礼拜三, 水曜日, 水曜, thứ tư, thứ 4',
  Thursday:
    'thursday, thu, thur, thurs, th, thursdays, jueves, huwebes, jue, quinta, quintas, quinta feira, quintas feiras, qui, 5a, 5a feira, jeudi, jeudis, jeu, donnerstag, donnerstags, am donnerstag, do, giovedi, gio, четверг, четверга, четвергам, чт, czwartek, czwartki, czwartku, czw, 목요일, 목, 星期四, 周四, 週四, 礼拜四, 木曜日, 木曜, thứ năm, thứ 5',
  Friday:
    'friday, fri, fridays, viernes, biyernes, vie, sexta, sextas, sexta feira, sextas feiras, sex, 6a, 6a feira, vendredi, vendredis, ven, freitag, freitags, am freitag, fr, venerdi, пятница, пятницы, пятницу, пятницам, пт, piatek, piatki, piatku, pt, 금요일, 금, 星期五, 周五, 週五, 礼拜五, 金曜日, 金曜, thứ sáu, thứ 6',
  Saturday:
    'saturday, sat, saturdays, sabado, sabados, sab, samedi, samedis, sam, samstag, samstags, am samstag, sonnabend, sonnabends, am sonnabend, sa, sabato, суббота, субботы, субботу, субботам, сб, sobota, soboty, sobote, sob, 토요일, 토, 星期六, 周六, 週六, 礼拜六, 土曜日, 土曜, thứ bảy, thứ 7',
  Sunday:
    'sunday, sun, su, sundays, domingo, domingos, linggo, dom, dimanche, dimanches, dim, sonntag, sonntags, am sonntag, so, domenica, воскресенье, воскресенья, воскресеньям, вс, niedziela, niedziele, niedzieli, niedz, nd, 일요일, 일, 星期日, 星期天, 周日, 周天, 週日, 礼拜天, 日曜日, 日曜, chủ nhật, chúa nhật',
}

export const wholeDay = 'Morning; Afternoon; Evening'
const slotWords: Record<string, string> = {
  Morning:
    'morning, mornings, morn, am, a m, manana, por la manana, mananas, manha, matin, matins, matinee, vormittag, vormittags, am vormittag, vorm, morgen, morgens, am morgen, fruh, mattina, mattino, di mattina, la mattina, al mattino, утро, утром, утрами, по утрам, rano, umaga, sa umaga, ng umaga, 오전, 아침, 上午, 早上, 午前, sáng, buổi sáng',
  Midday:
    'midday, mid day, noon, mediodia, meio dia, midi, mittag, mittags, am mittag, mezzogiorno, полдень, poludnie, 中午, trưa, buổi trưa',
  Afternoon:
    'afternoon, afternoons, aft, pm, p m, tarde, por la tarde, tardes, apres midi, apres midis, nachmittag, nachmittags, am nachmittag, nachm, pomeriggio, di pomeriggio, nel pomeriggio, день, днем, после обеда, popoludnie, popoludniu, po poludniu, hapon, sa hapon, ng hapon, 오후, 下午, 午後, chiều, buổi chiều',
  Evening:
    'evening, evenings, eve, eves, noche, por la noche, noches, noite, soir, soirs, soiree, abend, abends, am abend, sera, di sera, la sera, вечер, вечером, вечерами, по вечерам, wieczor, wieczorem, wieczorami, gabi, sa gabi, ng gabi, 저녁, 晚上, 夕方, tối, buổi tối',
  Night: 'night, nights, nite, nites, nacht, nuit, ночь, 夜',
  [wholeDay]:
    'all day, full day, whole day, entire day, anytime, any time, todo el dia, dia inteiro, toute la journee, ganztags, ganztagig, ganzer tag, ganzen tag, den ganzen tag, tutto il giorno, dia todo, o dia todo, journee, весь день, caly dzien, buong araw, 24 7, 24x7, 24 hours, 종일, 하루종일, 全天, 一整天, 終日, 一日中, cả ngày',
}

/** Leaves out words that mean yes in one language and no, or nothing, in another: 'O' is oui, a circle or a nought. */
const flagWords: Record<'yes' | 'no', string> = {
  yes: 'yes, y, true, on, wahr, vrai, verdadero, verdadeiro, vero, истина, prawda, yep, yeah, yup, 1, x, si, s, sim, oui, ja, j, да, д, tak, t, 예, 네, 가능, 있음, 是, 对, 可, 可以, 有, はい, できる, opo, pwede',
  no: 'no, n, false, f, off, falsch, faux, falso, ложь, falsz, not yet, not trained, untrained, not done, incomplete, failed, never, nope, nah, 0, nao, non, nein, нет, н, nie, hindi, 아니요, 불가, 불가능, 없음, 미완료, 否, 不, 不可, 不可以, 没有, 無, 无, 未完成, いいえ, できない, không, chưa, n a, none, inactive, inactivo, inactiva, inativo, inactif, inaktiv, inattivo, неактивен, nieaktywny, unavailable, not available, no disponible, indisponivel, indisponible, pas disponible, nicht verfugbar, non disponibile, недоступен, недоступна, niedostepny, niedostepna',
}

/** Words that say yes alone and before a date or a bracket, not before others: 'passed away', 'on leave', 'OK to call'. */
const yesAlone =
  'trained, certified, passed, pass, checked, ok, on, done, complete, completed, active, activo, activa, ativo, actif, aktiv, attivo, активен, aktywny, available, free, disponible, libre, disponivel, livre, verfugbar, frei, disponibile, libero, libera, доступен, доступна, dostepny, dostepna, 완료, 完成, 已完成, rồi'

/** Words that take back the yes before them, besides those of no and of exceptions. */
const takeBackWords =
  'pending, expired, lapsed, moved, formerly, pendiente, pendente, falta, expire, abgelaufen, scaduto'

/** Words that take back such a word alone, but only limit a plain yes: 'passed (away)', but 'Yes, away in July'. */
const takeBackAlone = 'away, out, until, till, hasta, ate, bis, до'

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
    'weekday, weekdays, wkday, wkdays, week day, week days, workday, workdays, working days, m f, l v, entre semana, dia de semana, dias de semana, dias laborables, dias uteis, wochentags, unter der woche, werktag, werktags, werktage, en semaine, jours de semaine, jours ouvrables, giorni feriali, feriali, будни, по будням, в будни, будние дни, рабочие дни, dni robocze, pn do pt, pon do pt, w dni robocze, 평일, 平日, 工作日',
  'Saturday Sunday':
    '土日, finde, findes, weekend, weekends, week end, week ends, wkend, wkends, wknd, wknds, fin de semana, fines de semana, fim de semana, fins de semana, finais de semana, wochenende, wochenenden, am wochenende, an wochenenden, fine settimana, выходные, выходные дни, по выходным, в выходные, weekendy, w weekendy, 주말, 周末, 週末',
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday':
    'every day, everyday, daily, each day, all days, any day, all week, all seven days, seven days, 7 days, 7 days a week, todos los dias, cada dia, a diario, diario, diariamente, toda la semana, cualquier dia, qualquer dia, todos os dias, tous les jours, chaque jour, taglich, jeden tag, alle tage, ogni giorno, tutti i giorni, каждый день, ежедневно, все дни, codziennie, kazdy dzien, kazdego dnia, araw araw, 매일, 每天, 毎日',
}

/** Words that exclude the days or times after them. */
const exceptionWords =
  'not, no, never, except, except for, excepting, excluding, but, but not, without, other than, apart from, minus, excl, not available, unavailable, not free, can t, cant, cannot, can not, don t, won t, do not, will not, i can t, i cannot, i don t, i won t, i m not, i am not, excepto, menos, salvo, no disponible, nunca, jamas, exceto, nao, nao disponivel, sauf, excepte, hors, pas, jamais, pas disponible, indisponible, nicht, nicht verfugbar, ausser, ausgenommen, niemals, kein, keine, keinen, tranne, eccetto, non, non disponibile, mai, кроме, не, никогда, недоступен, недоступна, oprocz, poza, nie, nigdy, bez, niedostepny, niedostepna, maliban, hindi, 除, 除了'

/** The same, but after the days. */
const exceptionsBehind = '제외, 빼고, 以外'

/** Words between two days that name all days from the first to the second. */
const rangeWords =
  'to, through, thru, till, until, a, à, al, ate, bis, au, jusqu a, до, по, do, hanggang, 부터, 至, 到'

/** Words of a list of days that change nothing. */
const fillWords =
  'only, on, any, all, both, every, each, the, in, at, of, and, also, available, availability, free, can, can serve, i, i am, is, are, serve, usually, day, days, s, time, times, during, from, el, los, las, la, de, del, das, por, en, y, e, solo, solamente, disponible, os, na, no dia, apenas, disponivel, le, les, et, seulement, libre, nur, an, der, den, dem, und, immer, verfugbar, jeden, il, lo, di, disponibile, только, по, в, во, с, и, доступен, доступна, tylko, w, we, i, oraz, dostepny, dostepna, tuwing, todos, todas, du, dal, dalla, vom, von, od, 까지, 마다, 에, 은, 는, 만, 매주, 和, 外, の, 的, と, や, 毎週, 每, ng, sa, 와, 과'

/** Words before the first of several days; after a time, 'du' and 'del' mean 'of the'. */
const fromWords = 'from, du, del, dal, dalla, vom, von, od, с'

/** Words between days, or between times, that mean each of them. */
export const isJoin: ReadonlySet<string> = listed(
  'and, or, y, o, u, e, ou, et, und, oder, и, или, i, lub',
)

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
export const isException: ReadonlySet<string> = listed(`${exceptionWords}, ${exceptionsBehind}`)
export const isExceptionBehind: ReadonlySet<string> = listed(exceptionsBehind)
export const isRange: ReadonlySet<string> = listed(rangeWords)
export const isFill: ReadonlySet<string> = listed(fillWords)
export const isFrom: ReadonlySet<string> = listed(fromWords)

/** Cells that stand for all days of the week, at any time. */
export const isAlways: ReadonlySet<string> = listed(
  'any, anytime, any time, all, always, all the time, 24 7, 24x7, siempre, toujours, immer, jederzeit, sempre, всегда, zawsze, 항상, 언제나, 随时',
)

/** Cells that leave open when somebody can serve, or say why they cannot. */
const openWords = listed(
  'tbd, tba, tbc, t b d, pending, see note, see notes, see comment, see comments, maybe, perhaps, possibly, varies, depends, it depends, unknown, unsure, not sure, tentative, ask, ask me, ask first, call, call first, busy, work, working, at work, school, at school, away, on vacation, vacation, off duty, traveling, travelling, out of town, closed, cancelled, canceled, unavail, quizas, tal vez, depende, a confirmar, por confirmar, trabajo, trabaja, ocupado, ocupada, talvez, a definir, trabalho, peut etre, a confirmer, travail, occupe, vielleicht, arbeit, beschaftigt, nach absprache, unklar, forse, da definire, lavoro, возможно, работа, занят, занята, может быть, moze, praca, baka, 미정, 待定, 未定',
)

/** Cells of a column of time slots that only say no. */
const noSlots = listed(
  'no, n, n a, na, none, nope, never, off, out, nil, null, unavailable, not available, not free, cannot, can t, cant, won t, false, 0, ninguno, ninguna, nunca, no disponible, no puedo, no puede, nao, nenhum, nenhuma, indisponivel, non, jamais, aucun, aucune, indisponible, pas disponible, nein, nie, kein, keine, nicht, nicht verfugbar, mai, nessuno, non disponibile, нет, никогда, недоступен, недоступна, не может, nigdy, niedostepny, niedostepna, 아니요, 없음, 불가, 否, 无, 沒有, 没有, 不, いいえ, なし, wala, brak, nada, rien, niente, nichts, keiner, нету, ничего, 해당 없음, 無',
)

/** Returns whether a cell of time slots, or a part of it, only says no: 'N/A', 'OFF', '?', 'not available'. */
export function saysNo(text: string): boolean {
  const folded = foldWord(text)
  const mark = text.trim()
  return folded === '' ? !yesMarks.test(mark) && !openMarks.test(mark) : noSlots.has(folded)
}

/** Cells for a telephone, an address or a person to call that only say that there is none. */
const noneWords = listed(
  'none, n a, nil, null, no, not applicable, no email, no e mail, no mail, no email address, no e mail address, no phone, no phone number, no cell, no cell phone, no mobile, no telephone, no number, no contact, does not have one, ninguno, ninguna, no tiene, sin correo, sin email, sin telefono, nenhum, nenhuma, nao tem, sem email, sem telefone, aucun, aucune, pas d email, pas de mail, pas de telephone, keine, keiner, kein, keine e mail, keine email, kein telefon, kein handy, nessuno, nessuna, non ha, нет, нету, нет почты, нет телефона, brak, nie ma, wala, 없음, 无, 無, 没有, 沒有, なし',
)

/** Returns whether a cell of somebody's contacts says only that there is none: '-', 'N/A', 'no email'. */
export function saysNone(text: string): boolean {
  return text === 'NA' || /^[-\u2010-\u2015./_\s]*$/.test(text) || noneWords.has(foldWord(text))
}

/** Returns whether a text leaves open when somebody can serve, or says why they cannot: 'TBD', 'AM?', 'working'. */
export function leavesOpen(text: string): boolean {
  const folded = foldWord(text)
  const mark = text.trim()
  return openMarks.test(mark) || openWords.has(folded) || (folded !== '' && /^\?|\?$/.test(mark))
}

/** Returns whether a text begins or ends with words that take times away: 'no mornings', "I can't do AM", 'AM: no'. */
export function isExcluded(text: string): boolean {
  const words = foldWord(text).split(' ', 50)
  const begins = [1, 2, 3].map((count) => words.slice(0, count))
  const ends = [1, 2].map((count) => words.slice(-count))
  return [...begins, ...ends].some(
    (some) => some.length < words.length && isException.has(some.join(' ')),
  )
}

/** Titles of whole names whose first word is the family name. */
const familyFirstTitles = listed(
  'last first, last name first name, name last first, apellidos y nombres, apellidos y nombre, nom et prenom, nom prenom, name vorname, nachname vorname, cognome e nome, cognome nome, фамилия имя, фамилия и имя, nazwisko i imie, họ tên, họ và tên',
)

/** Returns whether a title says that the family name comes first: 'Nom et prénom', 'Last, First'. */
export function putsFamilyFirst(title: string): boolean {
  return familyFirstTitles.has(foldWord(title))
}

/** Names without a blank, the family name first: Chinese, Korean and Japanese ones. */
const joinedName = /^(?:\p{Script=Han}{2,4}|\p{Script=Hangul}{2,4})$/u
const longFamilyNames: ReadonlySet<string> = new Set(
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 司徒 东方 東方 皇甫 公孙 公孫 慕容 令狐 남궁 황보 제갈 선우 독고 사공 서문'.split(
    ' ',
  ),
)

/** Returns how many letters of a name without a blank are the family name; `undefined` for any other text. */
export function familyNameLength(name: string): number | undefined {
  if (!joinedName.test(name)) return undefined
  const isLong = longFamilyNames.has(name.slice(0, 2)) || /^\p{Script=Han}{4}$/u.test(name)
  return isLong && name.length > 2 ? 2 : 1
}

const months =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|fev|mai|set|out|dez|avr|aou|mae|okt|gen|mag|giu|lug|ott|янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек'
/** A word of 'since March 2019', 'in 2020', 'on 3rd May'. */
const wordOfDate = new RegExp(
  `^(?:\\d*(?:st|nd|rd|th)?|(?:${months})\\p{L}{0,9}|in|since|on|by|en|desde|em|im|am|seit|depuis|dal|с|в|od|w)$`,
  'u',
)
const dates = [
  /^\d{1,2}\.\d{1,2}\.$/,
  /^\d{1,2} ?[월月] ?\d{1,2} ?[일日]?$/u,
  // The number of a day between 2009 and 2064, as a workbook stores it.
  /^[45]\d{4}$/,
  /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/,
  /^\d{1,2}\/\d{1,2}$/,
  new RegExp(
    `^\\d{1,2}(?:[ ./-]{1,2}| de )(?:${months})\\p{L}{0,9}\\.?(?:[ ,./-]{1,2}\\d{2,4})?$`,
    'u',
  ),
  new RegExp(`^(?:${months})\\p{L}{0,9}[ ./-]{1,2}\\d{1,2}(?:[ ,./-]{1,2}\\d{2,4})?$`, 'u'),
]

/**
 * Returns whether a text is a date. In a column of time slots it usually was a range of hours, such as 9-12, which a
 * spreadsheet program has turned into a date.
 */
export function isDate(text: string): boolean {
  const plain = text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain !== '24/7' && dates.some((pattern) => pattern.test(plain))
}

/** Marks without letters or digits, which `foldWord` would reduce to nothing. */
const yesMarks = /^(?:[\u2611\u2713\u2714\u2705\u221a\u{1f5f9}\u{1f44d}\u00d7*\u25cf]\ufe0f?|\++)$/u
const noMarks = /^(?:[\u2610\u274c\u2716-\u2718\u{1f44e}]\ufe0f?|[-\u2010-\u2015]+)$/u
const noSigns = /[\u2610\u274c\u2716-\u2718\u{1f44e}]/u
const circle = /^[\u25cb\u25ef\u25ce\u3007]$/u
const cross = /^[\u00d7\u2715\u2716xX]$/u
const letterO = /^[oO\u041e\u043e]$/u
const openMarks = /^[\u25b2\u25b3\u25b5oO\u041e\u043e]$/u

/**
 * Returns what circles and crosses mean among these cells: in East Asia '○' is yes and '×' no, while '○' beside '●' is
 * not filled in. `undefined` for any other cell, and for a cross without circles, which is an ordinary mark.
 */
export function readCircles(cells: readonly string[]): (cell: string) => 'yes' | 'no' | undefined {
  const isCircled = cells.some((cell) => circle.test(cell))
  const isFilled = cells.includes('\u25cf')
  return (cell) => {
    if (circle.test(cell)) return isFilled ? 'no' : 'yes'
    return isCircled && !isFilled && cross.test(cell) ? 'no' : undefined
  }
}

/**
 * Returns the marks of a sheet's columns of yes and no, and of days, whose meaning depends on the others there: circles
 * and crosses mean what `readCircles` says; where both letters X and O occur, nobody knows which of them is yes.
 */
export function readMarks(
  cells: readonly string[],
): (cell: string) => 'yes' | 'no' | '' | undefined {
  const meaningOfCircle = readCircles(cells)
  const isCircled = cells.some((cell) => circle.test(cell))
  const areBeside =
    !isCircled && cells.some((cell) => letterO.test(cell)) && cells.some((cell) => cross.test(cell))
  return (cell) =>
    areBeside && (letterO.test(cell) || cross.test(cell)) ? '' : meaningOfCircle(cell)
}

/**
 * Returns whether a cell is a plain yes with something after it that does not take it back: 'Sí (2022)', 'x 3/14', but
 * not 'Yes, not yet'. A no with something after it may mean yes ('No problem'), and a letter with a dot is an
 * abbreviation.
 */
export function beginsWithYes(text: string): boolean {
  const [, first = '', rest = ''] =
    /^([^\s(,;:.!\u2010-\u2015-]+)([\s(,;:.!\u2010-\u2015-].*)$/su.exec(text.trim()) ?? []
  const isPlain = /^(?:[xy\u2611\u2713\u2714\u2705\u221a]\ufe0f?|\p{L}{2,})$/iu.test(first)
  if (!isPlain || readFlagWord(first) !== 'yes') return false
  const isAlone = isYesAlone.has(foldWord(first))
  const words = foldWord(rest).split(' ')
  // 'Yes, except Sundays'
  const limitsDays = !isAlone && words.some((word) => dayOfWord.has(word) || slotOfWord.has(word))
  const takesBack = (word: string) =>
    isTakeBack.has(word) ||
    (isAlone && isTakeBackAlone.has(word)) ||
    (!limitsDays && (isException.has(word) || flagOfWord.get(word) === 'no'))
  if (noSigns.test(rest) || words.some(takesBack)) return false
  const outsideBrackets = foldWord(rest.replace(/\([^()]*\)/gu, ' '))
  return !isAlone || outsideBrackets.split(' ').every((word) => wordOfDate.test(word))
}

/** Whether the meaning of a mark depends on the other marks of its sheet. */
export function isRelativeMark(mark: string): boolean {
  return [circle, cross, letterO].some((pattern) => pattern.test(mark))
}

const flagOfWord: ReadonlyMap<string, 'yes' | 'no'> = invert({
  ...flagWords,
  yes: `${flagWords.yes}, ${yesAlone}`,
})
const isYesAlone = listed(yesAlone)
const isTakeBack = listed(takeBackWords)
const isTakeBackAlone = listed(takeBackAlone)

/** Returns whether a word says yes or no; `undefined` for any other. */
export function readFlagWord(text: string): 'yes' | 'no' | undefined {
  const mark = text.trim()
  if (mark === '' || noMarks.test(mark)) return 'no'
  if (yesMarks.test(mark)) return 'yes'
  // 'no ✓' is two answers.
  if (mark.endsWith('?') || /\p{So}/u.test(mark)) return undefined
  return flagOfWord.get(foldWord(mark))
}
