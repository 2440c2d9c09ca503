import { describe, expect, it } from 'vitest'
import { readSlots } from '../import/reading/cell-values.ts'
import { slotsByDay, slotsOfDay, slotsOfDays } from './day-cells.ts'
import { readWords } from './day-tokens.ts'

const words = readWords([])
const all = 'Morning; Afternoon; Evening'
const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const each = (days: readonly string[], slots = all) =>
  Object.fromEntries(days.map((day) => [day, slots]))
const read = (cell: string) => Object.fromEntries(slotsByDay(cell, words).byDay)

describe('days in a list', () => {
  it.each([
    ['Mon, Wed', each(['Monday', 'Wednesday'])],
    ['Mon AM; Mon PM', { Monday: 'Morning; Afternoon' }],
    ['Sat 9:00-12:00', { Saturday: '9:00-12:00' }],
    ['Lunes a partir de las 14:00', { Monday: 'a partir de las 14:00' }],
    ['Fri-Mon', each(['Friday', 'Saturday', 'Sunday', 'Monday'])],
    ['lunes – miércoles: mañana', each(week.slice(0, 3), 'Morning')],
    ['пн, ср вечером', each(['Monday', 'Wednesday'], 'Evening')],
    ['월요일 오전, 수요일', { Monday: 'Morning', Wednesday: all }],
    ['Weekends', each(['Saturday', 'Sunday'])],
    ['Weekdays after 5pm', each(week.slice(0, 5), 'after 5pm')],
    ['MWF', each(['Monday', 'Wednesday', 'Friday'])],
    ['Tu/Th', each(['Tuesday', 'Thursday'])],
    ['Tues/Thurs PM', each(['Tuesday', 'Thursday'], 'Afternoon')],
    ['M-F', each(week.slice(0, 5))],
    ['Every day', each(week)],
    ['any Saturday', each(['Saturday'])],
    ['Mon through Fri', each(week.slice(0, 5))],
    [
      'Monday: Morning, Afternoon; Friday: Evening',
      { Monday: 'Morning; Afternoon', Friday: 'Evening' },
    ],
    ['Sat & Sun only', each(['Saturday', 'Sunday'])],
    ['Daily except Sunday', each(week.slice(0, 6))],
    ['Daily except Sunday, mornings only', each(week.slice(0, 6), 'Morning')],
    ['weekdays except mornings', each(week.slice(0, 5), 'Afternoon; Evening')],
    ['Mon-Fri not Wed', each(['Monday', 'Tuesday', 'Thursday', 'Friday'])],
    ['mornings on weekends', each(['Saturday', 'Sunday'], 'Morning')],
    ['Mo 9.10-12.10', { Monday: '9.10-12.10' }],
    ['9-12 Saturdays', { Saturday: '9-12' }],
    ['Saturdays 1-2', { Saturday: '1-2' }],
    ['Mon 1-2 Saturdays 2-4', { Monday: '1-2', Saturday: '2-4' }],
    ['Saturday mornings, Sunday 2pm-4pm', { Saturday: 'Morning', Sunday: '2pm-4pm' }],
    ['Mo, Di vormittags', each(['Monday', 'Tuesday'], 'Morning')],
    ['Täglich außer So', each(week.slice(0, 6))],
    ['segunda-feira e quarta-feira de manhã', each(['Monday', 'Wednesday'], 'Morning')],
    ['any morning Mon', { Monday: 'Morning' }],
    ['24/7', each(week)],
    ['Anytime', each(week)],
    ['Mon no, Tue yes', { Tuesday: all }],
    ['Monday: no; Tuesday: AM', { Tuesday: 'Morning' }],
    ['Mon: off, Tue: PM', { Tuesday: 'Afternoon' }],
    ['Mon (no), Tue (yes)', { Tuesday: all }],
    ['Mon ✓ Tue ✗', { Monday: all }],
    ['Mon - x, Tue - yes, Wed -', { Monday: all, Tuesday: all }],
    ['Sat yes, Sun PM', { Saturday: all, Sunday: 'Afternoon' }],
    ['Sáb libre, dom tarde', { Saturday: all, Sunday: 'Afternoon' }],
    ['Sat free after 5 pm, Sun PM', { Saturday: 'after 5 pm', Sunday: 'Afternoon' }],
    ['Sat (any), Sun (PM)', { Saturday: all, Sunday: 'Afternoon' }],
    ['Mon x, Tue ✓, Wed x PM', { Monday: all, Tuesday: all, Wednesday: 'Afternoon' }],
    ['Mon x, Wed x, mornings', { Monday: 'Morning', Wednesday: 'Morning' }],
    ['lundi à vendredi', each(week.slice(0, 5))],
    ['sábado à tarde', { Saturday: 'Afternoon' }],
    ['Sat 9am-12 noon', { Saturday: '9am-12 noon' }],
    ['Mon ☐ Tue ☑', { Tuesday: all }],
    ['Mon x, Tue -, Wed x', each(['Monday', 'Wednesday'])],
    ['Mon=1 Tue=0 Wed=1', each(['Monday', 'Wednesday'])],
    ['Mon: 1, Wed: 1', each(['Monday', 'Wednesday'])],
    ['Mon 1, Tue 0, Wed 1', each(['Monday', 'Wednesday'])],
    ['from Mon to Wed', each(week.slice(0, 3))],
    ['evenings from Mon to Wed', each(week.slice(0, 3), 'Evening')],
    ['le soir du lundi', { Monday: 'Evening' }],
    ['lunes a la tarde', { Monday: 'Afternoon' }],
    ['Sat from 9', { Saturday: 'from 9' }],
    ['Mon until noon', { Monday: 'until noon' }],
    ['Sat before noon, Sun', { Saturday: 'before noon', Sunday: all }],
    ['Mon 3pm+', { Monday: '3pm+' }],
    ['Mon 5p, Tue a.m.', { Monday: '5p', Tuesday: 'Morning' }],
    ['Mon through Wed a.m.', each(week.slice(0, 3), 'Morning')],
    ['M thru F', each(week.slice(0, 5))],
    ['Mon anytime after 12', { Monday: 'after 12' }],
    ['Mon anytime is free after 12', { Monday: 'after 12' }],
    ['Sat midday-3pm; Sun 9 to noon', { Saturday: 'midday-3pm', Sunday: '9 to noon' }],
    ['jueves 9am-12m', { Thursday: '9am-12m' }],
    ['Mon full day; Tue mid-day; Wed nite', { Monday: all, Tuesday: 'Midday', Wednesday: 'Night' }],
    ['both weekend days', each(['Saturday', 'Sunday'])],
    ['Mittwochvormittag, Freitagabend', { Wednesday: 'Morning', Friday: 'Evening' }],
    ['月水金', each(['Monday', 'Wednesday', 'Friday'])],
    ['月・水', each(['Monday', 'Wednesday'])],
    ['月～金', each(week.slice(0, 5))],
    ['月曜日の午前', { Monday: 'Morning' }],
    ['☑ Mon ☐ Tue ☑ Wed AM', { Monday: all, Wednesday: 'Morning' }],
    ['✅ Monday\n❌ Tuesday', { Monday: all }],
    ['● Mon ○ Tue', { Monday: all }],
    ['Mon ○ Tue ×', { Monday: all }],
    ['Mon ✔️ Tue ❌', { Monday: all }],
    ['- Mon\n- Tue', each(['Monday', 'Tuesday'])],
    ['am Wochenende', each(['Saturday', 'Sunday'])],
    ['am Montag; Dienstag am Nachmittag', { Monday: all, Tuesday: 'Afternoon' }],
    ['AM weekends', each(['Saturday', 'Sunday'], 'Morning')],
    [
      'Mon-Fri mornings and all day Saturday',
      { ...each(week.slice(0, 5), 'Morning'), Saturday: all },
    ],
    ['Mon AM and PM, Tue', { Monday: 'Morning; Afternoon', Tuesday: all }],
    ['Mon-Wed-Fri', each(['Monday', 'Wednesday', 'Friday'])],
    ['Fri-Sat-Sun', each(['Friday', 'Saturday', 'Sunday'])],
    ['MTWRF', each(week.slice(0, 5))],
    ['Mo Tu We Th Fr', each(week.slice(0, 5))],
    ['SuTTh', each(['Tuesday', 'Thursday', 'Sunday'])],
    ['wknd eves', each(['Saturday', 'Sunday'], 'Evening')],
    ['dal lunedì al venerdì', each(week.slice(0, 5))],
    ['du lundi au jeudi', each(week.slice(0, 4))],
    ['土日 午前', each(['Saturday', 'Sunday'], 'Morning')],
    ['Sun, no AM', { Sunday: 'Afternoon; Evening' }],
    ['Mon 9:00－12:00', { Monday: '9:00-12:00' }],
    ['Sat 0900-1200', { Saturday: '0900-1200' }],
    ['M, W, F 9-12', each(['Monday', 'Wednesday', 'Friday'], '9-12')],
    ['M - Th 8-5', each(week.slice(0, 4), '8-5')],
    ['lun-ven', each(week.slice(0, 5))],
    ['tous les jours sauf dimanche', each(week.slice(0, 6))],
    ['todos los días excepto domingo', each(week.slice(0, 6))],
    ['sábados e domingos', each(['Saturday', 'Sunday'])],
    ['2ª a 6ª', each(week.slice(0, 5))],
    ['montags und mittwochs vormittags', each(['Monday', 'Wednesday'], 'Morning')],
    ['ежедневно кроме воскресенья', each(week.slice(0, 6))],
    ['по вторникам и четвергам', each(['Tuesday', 'Thursday'])],
    ['pn-pt', each(week.slice(0, 5))],
    ['월~금', each(week.slice(0, 5))],
    ['월요일부터 금요일까지', each(week.slice(0, 5))],
    ['토요일마다 오전', { Saturday: 'Morning' }],
    ['周一至周五', each(week.slice(0, 5))],
    ['周末上午和周三晚上', { Wednesday: 'Evening', Saturday: 'Morning', Sunday: 'Morning' }],
    ['Lunes hanggang Biyernes', each(week.slice(0, 5))],
    ['araw-araw maliban Linggo', each(week.slice(0, 6))],
    ['Thu: AM; Mon-Wed: no', { Thursday: 'Morning' }],
    ['Mon - no. Tue - yes.', { Tuesday: all }],
    ['с пн по пт', each(week.slice(0, 5))],
    ['Sat ✓, Mon ✗', { Saturday: all }],
    ['Daily except Tue, Thu', each(['Monday', 'Wednesday', 'Friday', 'Saturday', 'Sunday'])],
    ['Mon-Fri not Wed, Sat', each(['Monday', 'Tuesday', 'Thursday', 'Friday', 'Saturday'])],
    ['Sat morning to evening', { Saturday: all }],
    ['Sat 9:00:00 AM - 12:00:00 PM', { Saturday: '9:00:00 AM - 12:00:00 PM' }],
    ['Sa 9:00 Uhr', { Saturday: '9:00 Uhr' }],
    ['Mo 9h-12h', { Monday: '9h-12h' }],
    ['пн 9ч-12ч', { Monday: '9ч-12ч' }],
    ['토요일 10시-12시', { Saturday: '10시-12시' }],
    ['土曜と日曜', each(['Saturday', 'Sunday'])],
    ['毎週土曜日', each(['Saturday'])],
    ['每周六', each(['Saturday'])],
    ['lundi après midi', { Monday: 'Afternoon' }],
    ['пн после обеда', { Monday: 'Afternoon' }],
    ['lunedì di mattina', { Monday: 'Morning' }],
    ['Lunes sa umaga', { Monday: 'Morning' }],
    ['poniedziałek do piątek', each(week.slice(0, 5))],
    ['pn do pt', each(week.slice(0, 5))],
    ['выходные дни', each(['Saturday', 'Sunday'])],
  ] as [string, object, string?][])('%s', (cell, slots, unrecognized) => {
    expect(read(cell)).toEqual(slots)
    expect(slotsByDay(cell, words).unrecognized.map(({ text }) => text)).toEqual(
      unrecognized ? [unrecognized] : [],
    )
  })

  it.each(['', 'never', 'N/A', 'OFF', 'none', '-', '?', 'unavailable', 'no'])(
    'makes no slot of %j, and does not report it',
    (cell) => {
      expect(slotsByDay(cell, words)).toEqual({ byDay: new Map(), unrecognized: [] })
    },
  )

  it.each([
    ['Not Monday', {}, 'Not Monday'],
    ['not available on weekends', {}, 'not available on weekends'],
    ['by arrangement', {}, 'arrangement'],
    ['every other Saturday', {}, 'other'],
    ['after 5 pm', {}, 'after 5 pm'],
    ['Mon AM, Tue if needed', { Monday: 'Morning' }, 'needed'],
    ['I do mornings on Monday', {}, 'do'],
    ['Sunday: no', {}, 'Sunday: no'],
    ['Mon-Wed: no', {}, 'Mon-Wed: no'],
    ['Monday and Wednesday not available', {}, 'Monday and Wednesday not available'],
    ['Sat, Sun: no', {}, 'Sat, Sun: no'],
    ['Not Monday, Wednesday', {}, 'Not Monday, Wednesday'],
    ['evenings and weekends', {}, 'evenings and weekends'],
    ['Saturday and evenings', {}, 'Saturday and evenings'],
    ['FT', {}, 'FT'],
    ['I do mornings', {}, 'do'],
    ['Mon (from 9/1)', {}, '9'],
    ['일요일 제외', {}, '일요일 제외'],
    ['일요일 제외 오전', {}, '일요일 제외 오전'],
    ['日曜以外', {}, '日曜以外'],
    ['日曜以外の午前', {}, '日曜以外の午前'],
    ['Saturday?', {}, '?'],
    ['Works Mon-Fri', {}, 'Works'],
    ['Works Mon-Fri 9-5', {}, 'Works'],
    ['busy Mon, Tue', {}, 'busy'],
    ['Busy: Mon; Tue', {}, 'Busy'],
    ['vacation until Monday', {}, 'vacation until Monday'],
    ['until Monday', {}, 'until Monday'],
    ['every other Tuesday', {}, 'other'],
    ['1st and 3rd Saturday', {}, '1st'],
    ['Wednesday, October 1, 2025', {}, 'October'],
    ['from Monday', {}, 'from Monday'],
    ['Sat from', {}, 'Sat from'],
    ['Samstag von', {}, 'Samstag von'],
    ['mornings from Monday', {}, 'mornings from Monday'],
    ['Sat 9-12, from Monday', {}, 'Sat 9-12, from Monday'],
    ['du lundi', {}, 'du lundi'],
    ['dal lunedì', {}, 'dal lunedì'],
    ['с понедельника', {}, 'с понедельника'],
    ['od poniedziałku', {}, 'od poniedziałku'],
    ['Mon until evening', {}, 'Mon until evening'],
    ['Mo bis mittags', {}, 'Mo bis mittags'],
    ['1 Saturday', {}, '1 Saturday'],
    ['Mo 5.10., Di', {}, '5.10'],
    ['1-2 Saturdays', {}, '1-2'],
    ['2 to 3 weekends', {}, '2 to 3'],
    ['Wed AM; 1–2 sábados', { Wednesday: 'Morning' }, '1–2'],
    ['1. Samstag', {}, '1. Samstag'],
    ['Sat 9-12, 1 Saturday', {}, 'Sat 9-12, 1 Saturday'],
    ['Wed AM; 1 Sat', { Wednesday: 'Morning' }, 'Wed AM; 1 Sat'],
    ['Sat 1', {}, 'Sat 1'],
    ['1 Mon, 1 Tue', {}, '1 Mon, 1 Tue'],
    ['ask on Monday', {}, 'ask'],
    ['Mon 3', {}, '3'],
    ['Mon, T 9-12', {}, 'T'],
    ['Mon o, Tue x', {}, 'Mon o, Tue x'],
    ['Mon O, Tue X', {}, 'O'],
    ['Daily except second Sunday', each(week.slice(0, 6)), 'second'],
    ['evenings only', {}, 'evenings only'],
    ['yes', {}, 'yes'],
    ['TBD', {}, 'TBD'],
    ['Mon AM ✗ PM ✓', {}, 'Mon AM ✗ PM ✓'],
    ['#N/A', {}, '#N/A'],
    ['#BEZUG!', {}, '#BEZUG!'],
    ['Mon-Fri except holidays', each(week.slice(0, 5)), 'holidays'],
    [`Mon${' and more'.repeat(80)}`, {}, `Mon${' and more'.repeat(80)}`],
  ])('names what it does not understand in %j', (cell, slots, text) => {
    expect(read(cell)).toEqual(slots)
    expect(slotsByDay(cell, words).unrecognized.map((each) => each.text)).toContain(text)
  })
})

it('reads a mark, a slot and a name in the column of a day', () => {
  const slots = (cell: string, slot: string | null = null) => slotsOfDay(cell, words, slot).slots
  expect(slots('x', 'Morning')).toBe('Morning')
  expect(slots('x')).toBe(all)
  expect(slots('no', 'Morning')).toBe('')
  expect(slots('Tarde, 18:00-20:00, Shift 2')).toBe('Afternoon; 18:00-20:00; Shift 2')
  expect(slots('Morning/Evening')).toBe('Morning; Evening')
  expect(slots('Yes (AM)')).toBe('Morning')
  expect(slots('Ja, abends')).toBe('Evening')
  expect(slots('seulement le soir')).toBe('Evening')
  expect(slots('yes - mornings', 'Afternoon')).toBe('Morning')
  expect(slots('24/7')).toBe(all)
  expect(slots('any')).toBe(all)
  expect(slots('until noon')).toBe('until noon')
  expect(slots('3pm+')).toBe('3pm+')
  expect(slots('am Abend')).toBe('Evening')
  expect(slots('9:00:00 AM')).toBe('9:00:00 AM')
  expect(slots('14:00:00')).toBe('14:00:00')
  expect(slots('9 Uhr')).toBe('9 Uhr')
  expect(slots('1pm-')).toBe('1pm-')
  expect(slots('9-12:30')).toBe('9-12:30')
  expect(slots('after lunch')).toBe('after lunch')
  expect(slots('noonish')).toBe('noonish')
  expect(slots('All day except mornings')).toBe('Afternoon; Evening')
  expect(slots('yes but not mornings')).toBe('Afternoon; Evening')
  expect(slots('Evenings (not late)')).toBe('Evenings (not late)')
})

it.each([
  ['Morning, Afternoon', 'Morning; Afternoon'],
  ['Morning and Evening', 'Morning; Evening'],
  ['Afternoon or Evening', 'Afternoon; Evening'],
  ['9-12, 2-4', '9-12; 2-4'],
  ['AM & PM', 'Morning; Afternoon'],
  ['Lobby, north', 'Lobby, north'],
  ['all day, except mornings', 'Afternoon; Evening'],
  ['all day; except mornings', 'Afternoon; Evening'],
  ['MORNING', 'Morning'],
  ['上午9:00', '9:00 AM'],
  ['下午2:30-4:30', '2:30 PM-4:30'],
  ['下午2时30分', '2:30 PM'],
  ['오전 9시', '9:00 AM'],
  ['9時30分-11時00分', '9:30-11:00'],
  ['上午', 'Morning'],
  ['busy mornings', 'busy mornings'],
])('separates %o below a day only where times are known', (cell, slots) => {
  expect(slotsOfDay(cell, words, null)).toEqual({ slots, unrecognized: [] })
})

it.each([
  ['AM ✗', ''],
  ['AM ❌', ''],
  ['AM ☐ PM ☑', ''],
  ['Morning ✗; Evening ✓', 'Evening'],
  ['Saturday ✗', 'Saturday ✗'],
  ['AM -', 'AM -'],
])('never reads a time with a no beside it as that time: %o', (cell, slots) => {
  const read = readSlots(cell, 'Saturday')
  expect(read.value.join('; ')).toBe(slots)
  expect(read.warnings).not.toEqual([])
})

it.each([
  ['PM from 9/1', 'PM from 9/1'],
  ['9-12 (till 5/30)', '9-12 (till 5/30)'],
  ['8/10-10/12', '8/10-10/12'],
  ['25:00-26:00', '25:00-26:00'],
  ['9:75-10', '9:75-10'],
  ['9:00 12:00', '9:00 12:00'],
  ['9am 2pm', '9am 2pm'],
  ['2h', '2h'],
])(
  'makes no time of a date, of what no clock shows, or of what may be two times: %o',
  (cell, slots) => {
    const read = readSlots(cell, 'Saturday')
    expect(read.value.join('; ')).toBe(slots)
    expect(read.warnings).toMatchObject([{ kind: 'slot' }])
  },
)

it.each([
  ['9-11/1-3', '9-11; 1-3'],
  ['9 to 11/1 to 3', '9 to 11; 1 to 3'],
  ['9:00/10:00', '9:00; 10:00'],
  ['9:00, 10:00', '9:00; 10:00'],
  ['18h', '18h'],
  ['10 am - 12 noon', '10 am - 12 noon'],
  ['das 9h às 11h', '9h às 11h'],
  ['Sat AM', 'Morning'],
  ['Saturday 9-12', '9-12'],
  ['Available', all],
  ['disponible', all],
  ['libre', all],
  ['frei', all],
  ['không', ''],
])('reads %o below Saturday without a warning', (cell, slots) => {
  const read = readSlots(cell, 'Saturday')
  expect([read.value.join('; '), read.warnings]).toEqual([slots, []])
})

it('reads the day itself below its title as a mark', () => {
  expect(slotsOfDay('Monday', words, null, 'Monday').slots).toBe(all)
  expect(slotsOfDay('lunes', words, 'Morning', 'Monday').slots).toBe('Morning')
})

it('reads a part of a day as the time that a spreadsheet means, and names it', () => {
  expect(slotsOfDay('0.375', words, null)).toEqual({
    slots: '9:00',
    unrecognized: [{ text: '0.375', why: 'fraction' }],
  })
})

it.each(['Works', 'busy', '3', 'until'])(
  'does not understand %s any better once a blank was kept',
  (word) => {
    const kept = readWords([{ kind: 'slot', word, meaning: '' }])
    const { byDay, unrecognized } = slotsByDay(`${word} Mon-Fri`, kept)
    expect([...byDay]).toEqual([])
    expect(unrecognized).not.toEqual([])
    expect(slotsOfDay(word, kept, null)).toMatchObject({
      slots: '',
      unrecognized: [{ text: word }],
    })
  },
)

it('reads AM? as another word than AM, even where somebody has said what AM means', () => {
  const chosen = readWords([{ kind: 'slot', word: 'AM?', meaning: 'Evening' }])
  expect(slotsOfDay('AM?', chosen, null).slots).toBe('Evening')
  expect(slotsOfDay('AM', chosen, null).slots).toBe('Morning')
})

it('reads 9-11 as another word than the date 9/11, which was left open', () => {
  const chosen = readWords([
    { kind: 'slot', word: '9/11', meaning: '' },
    { kind: 'slot', word: 'AM/PM', meaning: 'Morning; Afternoon' },
  ])
  expect(slotsOfDay('9-11', chosen, null).slots).toBe('9-11')
  expect(slotsOfDay('AM ✓ PM ✗', chosen, null).slots).not.toContain('Afternoon')
})

it('reads a mark as the slot of its title, whatever marks mean in other columns', () => {
  const chosen = readWords([{ kind: 'slot', word: 'x', meaning: all }])
  expect(slotsOfDay('x', chosen, 'Morning').slots).toBe('Morning')
  expect(slotsOfDay('x', chosen, null).slots).toBe(all)
  expect(slotsOfDay('x (tarde)', chosen, null).slots).toBe('Afternoon')
})

it('reads a list of days as before, whatever it means in a column of yes and no', () => {
  for (const word of ['Weekends', 'Mo-Fr']) {
    const chosen = readWords([{ kind: 'flag', word, meaning: 'no' }])
    expect(slotsByDay(word, chosen)).toEqual(slotsByDay(word, words))
  }
})

it('reads a title of several days as before, whatever its words mean in cells', () => {
  const chosen = readWords([{ kind: 'slot', word: 'Mo-Fr', meaning: 'Mo-Fr' }])
  const { byDay } = slotsOfDays('x', chosen, 'Mo-Fr Morning')
  expect(Object.fromEntries(byDay)).toEqual(each(week.slice(0, 5), 'Morning'))
})

it.each(['N/A', 'n.a.', 'OFF', 'unavailable', 'Not available', 'never', 'none', 'nope', '?', '-'])(
  'makes no slot of %s in the column of a day',
  (cell) => {
    expect(slotsOfDay(cell, words, 'Morning')).toEqual({ slots: '', unrecognized: [] })
  },
)

it.each([
  ['12-Sep', 'date'],
  ['3-Jan', 'date'],
  ['10/12/2026', 'date'],
  ['12. Sep 2026', 'date'],
  ['no mornings', 'exception'],
  ["can't do mornings", 'exception'],
  ['I cannot do evenings', 'exception'],
  ['morning: no', 'exception'],
  ['Mornings not available', 'exception'],
  ['3', 'unknown'],
  ['1400', 'unknown'],
  ['2.5', 'unknown'],
  ['daily, except Sunday', 'exception'],
  ['3 de enero', 'date'],
  ['12 sept.', 'date'],
  ['12.09.', 'date'],
  ['9月12日', 'date'],
  ['45912', 'date'],
  ['TBD', 'open'],
  ['Y/N', 'open'],
  ['AM?', 'open'],
  ['see notes', 'open'],
  ['nach Absprache', 'open'],
  ['working', 'open'],
  ['#N/A', 'error'],
  ['#¡REF!', 'error'],
  ['#ЗНАЧ!', 'error'],
  ['Err:502', 'error'],
  ['#####', 'error'],
])('makes no slot of %s and names it', (text, why) => {
  expect(slotsOfDay(text, words, null)).toEqual({ slots: '', unrecognized: [{ text, why }] })
})

it('gives the days in a cell the time that the title above it names', () => {
  const { byDay, unrecognized } = slotsOfDays('Mon; Wed 9-12; Sat', words, 'Morning')
  expect(Object.fromEntries(byDay)).toEqual({
    Monday: 'Morning',
    Wednesday: '9-12',
    Saturday: 'Morning',
  })
  expect(unrecognized).toEqual([])
  expect(slotsOfDays('maybe Mon', words, 'Morning').unrecognized).not.toEqual([])
})
