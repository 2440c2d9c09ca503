import { foldWord, spaceWords } from '@dashboard/contract/fold-text'

/** The titles under which programs for forms write when somebody has answered, in their languages. */
const answerTimeTitles: ReadonlySet<string> = new Set(
  'Timestamp, Completion time, Submission time, Submission date, Submitted at, Marca temporal, Hora de finalización, Carimbo de data/hora, Hora de conclusão, Horodateur, Heure de fin, Zeitstempel, Fertigstellungszeit, Informazioni cronologiche, Ora di completamento, Отметка времени, Время выполнения, Sygnatura czasowa, Godzina ukończenia, Tijdstempel, 타임스탬프, 완료 시간, 时间戳记, 時間戳記, 完成时间, タイムスタンプ, 完了時刻, Dấu thời gian'
    .split(', ')
    .map(foldWord),
)

export function isAnswerTime(title: string): boolean {
  return [title, spaceWords(title)].some((each) => answerTimeTitles.has(foldWord(each)))
}

/**
 * Returns whether an answer that is further down in its sheet is also later. Programs append answers, so it is, unless
 * both times can be read and say otherwise; whether 11/1 is in January or November may not matter.
 */
export function isLaterAnswer(time: string, above: string): boolean {
  const differences = (['month', 'day'] as const)
    .map((first) => millisecondsOf(time, first) - millisecondsOf(above, first))
    .filter((difference) => !Number.isNaN(difference))
  return differences.length === 0 || differences.some((difference) => difference >= 0)
}

function millisecondsOf(text: string, first: 'month' | 'day'): number {
  const numbers = (text.match(/\d+/g) ?? []).map(Number)
  const [one = 0, two = 0, three = 0, hour = 0, minute = 0, second = 0] = numbers
  const inOrder = first === 'month' ? [three, one, two] : [three, two, one]
  const [year = 0, month = 0, day = 0] = one > 31 ? [one, two, three] : inOrder
  if (numbers.length < 3 || month > 12 || year < 1_000) return Number.NaN
  const isAfternoon = /\bp\.? ?m\b|오후|下午|午後|CH$/i.test(text)
  const isHalf = isAfternoon || /\ba\.? ?m\b|오전|上午|午前|SA$/i.test(text)
  const hours = isHalf ? (hour % 12) + (isAfternoon ? 12 : 0) : hour
  return Date.UTC(year, month - 1, day, hours, minute, second)
}
