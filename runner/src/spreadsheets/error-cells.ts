/** What spreadsheet programs show in place of a value that they cannot calculate, in the languages of their menus. */
const errors = new Set(
  [
    '#N/A #REF! #VALUE! #DIV/0! #NAME? #NUM! #NULL! #SPILL! #CALC! #GETTING_DATA #FIELD! #BLOCKED! #CONNECT! #BUSY!',
    '#UNKNOWN! #ERROR! #PYTHON! #EXTERNAL! #NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #KALK! #FELD! #VALEUR! #NOM? #NOMBRE!',
    '#NUL! #PROPAGATION! #CALCUL! #N/D #¡REF! #¡VALOR! #¡DIV/0! #¿NOMBRE? #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #¡CALC!',
    '#VALOR! #NOME? #NÚM! #NULO! #DESPEJAR! #RIF! #VALORE! #NULLO! #ESPANSIONE! #Н/Д #ССЫЛКА! #ЗНАЧ! #ДЕЛ/0! #ИМЯ?',
    '#ЧИСЛО! #ПУСТО! #ПЕРЕНОС! #ВЫЧИСЛ! #N/D! #ADR! #ARG! #DZIEL/0! #NAZWA? #LICZBA! #ZERO! #N/B #VERW! #WAARDE!',
    '#DEEL/0! #NAAM? #GETAL! #LEEG!',
  ].flatMap((line) => line.split(' ')),
)
/** LibreOffice numbers its errors; a column that is too narrow is saved as a row of '#'. */
const numbered = /^(?:ERR:\d{3}|#{3,})$/

/** Returns whether a cell holds an error of the spreadsheet program, such as `#N/A`, in place of a value. */
export function isErrorCell(cell: string): boolean {
  const start = cell.charCodeAt(0)
  if (start > 32 && start !== 35 && !cell.startsWith('Err:')) return false
  const text = cell.trim().toUpperCase()
  return errors.has(text) || numbered.test(text)
}
