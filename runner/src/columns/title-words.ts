import { emergencyWord, isOfEmergency } from '@dashboard/contract/audited-values'
import type { ColumnUse } from '@dashboard/contract/columns'
import { foldWord, spaceWords } from '@dashboard/contract/fold-text'
import { titleAliases } from '@dashboard/contract/sheet-columns'
import { isFill } from './column-words.ts'

/**
 * What a title says, in the languages in which congregations keep lists. A title is understood as a whole or not at
 * all: a single unknown word ('Captain cell', 'Member number') may make it somebody else's, or something else.
 */

/** Words that do not change what a title says: 'Your cell phone (best)', 'Which congregation are you in?'. */
const titleFill = listed(
  'a, an, the, of, for, in, on, at, is, are, am, be, been, do, does, did, have, has, i, you, your, my, we, us, s, and, or, what, which, please, enter, select, choose, best, preferred, primary, main, current, currently, still, usually, own, personal, full, volunteer, volunteers, publisher, publishers, el, la, los, las, de, del, en, y, o, tu, tus, su, sus, mi, usted, que, cual, por, favor, voluntario, voluntaria, voluntarios, publicador, publicadora, principal, preferido, seu, sua, seus, os, as, do, da, dos, das, em, e, qual, voce, votre, vos, le, les, l, d, du, des, et, quel, quelle, quels, vous, benevole, proclamateur, ihr, ihre, dein, deine, der, die, das, den, dem, und, welche, welcher, an, sie, bitte, freiwillige, freiwilliger, freiwilligen, verkundiger, il, lo, di, della, tuo, tua, suo, quale, quali, volontario, proclamatore, ваш, ваша, ваше, ваши, твой, твое, твои, в, и, какой, какие, вы, ты, доброволец, добровольца, возвещатель, возвещателя, twoj, twoja, twoje, pana, pani, w, i, ktory, ktora, wolontariusz, wolontariusza, glosiciel, glosiciela, của, bạn, 봉사자, 전도인, 본인, 您的, 你的, esta, estas, ha, sido, bist, du, wurdest, etes, avez, ete, sei, stato',
)

/** Words of a question about days that do not change which days are meant: 'What times are you free? [Monday]'. */
const whenWords = listed(
  'when, time, times, shift, shifts, slot, slots, hour, hours, day, days, week, weekly, free, able, available, availability, possible, possibility, schedule, can, could, would, will, like, want, prefer, to, serve, help, take, participate, share, cart, carts, public, witnessing, all, that, apply, each, check, mark, tick, pick, indicate, list, tell, normally, generally, cuando, hora, horas, horario, horarios, turno, turnos, dia, dias, semana, libre, disponible, disponibilidad, cuales, puede, puedes, servir, ayudar, ajudar, aider, carrito, carritos, quais, pode, disponivel, disponibilidade, quando, horarios, livre, carrinho, quand, heure, heures, creneau, creneaux, jour, jours, semaine, disponibilite, disponibilites, quelles, pouvez, etes, wann, zeit, zeiten, uhrzeit, schicht, schichten, tag, tage, tagen, woche, frei, verfugbar, verfugbarkeit, kannst, konnen, dienen, helfen, mithelfen, am, ora, ore, orario, giorno, giorni, settimana, puoi, servire, aiutare, disponibile, disponibilita, когда, время, часы, смена, смены, день, дни, недели, свободны, доступны, можете, можешь, служить, kiedy, godzina, godziny, zmiana, dzien, dni, dostepny, dostepna, dostepnosc, wolny, mozesz, sluzyc, pomoc, khi nào',
)

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(', ').map(foldWord))
}

/** Returns the meaningful words of a title, always in the same order; all of its words if there are none. */
function keyOf(title: string): string {
  const words = wordsOf(title)
  const telling = words.filter((word) => !titleFill.has(word))
  return [...new Set(telling.length > 0 ? telling : words)].toSorted().join(' ')
}

/** Leaves out the number of a question and the answers that it offers: '3. Available (Y/N)'. */
function wordsOf(title: string): string[] {
  const folded = foldWord(title.replace(/^\s*\d{1,2}[.)]/, ''))
  return folded.replace(answers, '').split(' ', 30)
}

const answers =
  / (?:yes|y|si|s|ja|j|oui|o|sim|да|д) (?:or |o |oder |ou )?(?:no|n|nein|non|nao|нет|н)$/u

const useOfKey: ReadonlyMap<string, ColumnUse> = new Map(
  Object.entries(titleAliases).flatMap(([use, aliases]) =>
    aliases.split(', ').map((alias) => [keyOf(alias), use as ColumnUse]),
  ),
)

/**
 * Returns the use of a title that is not ours, if each of its words is understood; days are not included. Words that
 * mean the same may stand together: 'Teléfono / Phone', and words may be written together: 'phoneMobile'.
 */
export function findUse(title: string): ColumnUse | undefined {
  return useOfWords(spaceWords(title)) ?? useOfWords(title)
}

function useOfWords(title: string): ColumnUse | undefined {
  const key = keyOf(title)
  const [one, ...others] = key.split(' ').map((word) => useOfKey.get(word))
  const use = useOfKey.get(key) ?? (others.every((other) => other === one) ? one : undefined)
  if (use !== undefined || !isOfEmergency(title)) return use
  const rest = key
    .split(' ')
    .filter((word) => !emergencyWord.test(word) && !contactWords.test(word))
  if (rest.length === 0) return 'Emergency Contact Name'
  const field = useOfKey.get(rest.join(' '))
  return field === undefined ? undefined : emergencyUses[field]
}

/** What a use is for the emergency contact. */
export const emergencyUses: Partial<Record<ColumnUse, ColumnUse>> = {
  'Full Name': 'Emergency Contact Name',
  'Mobile Phone': 'Emergency Contact Phone',
  'Email Address': 'Emergency Contact Email',
  'Emergency Contact Relationship': 'Emergency Contact Relationship',
}

/** Words beside those of emergency that add nothing: 'In case of emergency, contact'. */
const contactWords =
  /^(?:contact|contat|kontakt|контакт|person|next$|cas[eo]?$|связи$|для$|cap$|lien$|he$)/u

/** Returns whether a question only asks when somebody is free: 'Which days can you serve?'. */
export function asksWhen(question: string): boolean {
  return wordsOf(question).every(
    (word) => word === '' || titleFill.has(word) || whenWords.has(word) || isFill.has(word),
  )
}

/**
 * Returns whether a note or the name of a group above the titles turns the days below it around: 'Mark X on days you are
 * NOT available', but not a legend that has both.
 */
export function saysUnavailable(note: string): boolean {
  const folded = foldWord(note)
  const rest = folded.replace(unavailable, '')
  return rest !== folded && !/\bavail|dispon|verfugbar|доступ|dostep/.test(rest)
}

const unavailable =
  /\b(?:not|no|nao|non|pas|nicht) (?:available|disponib\w*|disponivel|verfugbar)|\bunavailable|indisponi\w*|недоступ\p{L}*|niedostep\w*|\bcan(?:no| )t serve/gu

/** Returns whether the name of a group of columns is about the volunteer: 'Volunteer', 'Contact details'. */
export function isOfVolunteer(group: string): boolean {
  return wordsOf(group).every((word) => word === '' || titleFill.has(word) || groupWords.has(word))
}

const groupWords = listed(
  'contact, contacts, information, info, details, detail, data, address, about, contacto, contato, datos, informacion, dados, informacoes, coordonnees, informations, kontakt, kontaktdaten, daten, angaben, dati, contatti, контакты, данные, dane, kontaktowe, kontakty',
)
