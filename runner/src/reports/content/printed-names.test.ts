import { expect, it } from 'vitest'
import { nameOrder, printedName } from './printed-names.ts'

const name = (lastName: string, firstName: string) => ({ firstName, lastName })

it.each([
  ['Novak', 'Anna', null, 'Novak, Anna'],
  ["O'Brien", 'Mary Ann', 'English', "O'Brien, Mary Ann"],
  ['Кузнецова', 'Наталья', 'Russian', 'Кузнецова, Наталья'],
  ['שרון', 'דוד', 'Hebrew', 'שרון, דוד'],
  ['الأحمد', 'محمد', 'Arabic', 'الأحمد، محمد'],
  ['김', '서연', 'Korean', '김서연'],
  ['王', '秀英', null, '王秀英'],
  ['王 12', '秀英', 'Chinese', '王 12 秀英'],
  ['高橋', 'さくら', null, '高橋 さくら'],
  ['高橋', '花子', 'Japanese', '高橋 花子'],
  ['សុខ', 'ចាន់', null, 'សុខ ចាន់'],
  ['Nagy', 'Anna', 'Hungarian', 'Nagy Anna'],
  ['Nagy', 'Anna', 'magyar ', 'Nagy Anna'],
  ['Nagy', 'Anna', 'English', 'Nagy, Anna'],
  ['Nguyễn', 'Văn An', 'Vietnamese', 'Nguyễn Văn An'],
  ['Kim', 'Min-jun', 'Korean', 'Kim, Min-jun'],
  ['王', 'David', 'Chinese', '王, David'],
  ['', 'Anna', null, 'Anna'],
  ['Novak', ' ', null, 'Novak'],
])('prints %s %s of a congregation speaking %s as %s', (lastName, firstName, language, printed) => {
  expect(printedName(name(lastName, firstName), language)).toBe(printed)
})

function sorted(language: string | null, ...lastNames: string[]): string[] {
  return lastNames
    .map((lastName) => name(lastName, 'A'))
    .sort(nameOrder(language))
    .map(({ lastName }) => lastName)
}

it('orders by last name, then first name, numbers by value, accents next to their letter', () => {
  expect(sorted(null, 'Zuniga', 'Lee 10', 'Lee 2', 'Álvarez', 'alba')).toEqual([
    'alba',
    'Álvarez',
    'Lee 2',
    'Lee 10',
    'Zuniga',
  ])
  const [first] = [name('Lee', 'Zoe'), name('Lee', 'Ann')].sort(nameOrder(null))
  expect(first?.firstName).toBe('Ann')
})

it('orders each script in its own way, one script after the other', () => {
  expect(sorted(null, '王', '李', 'Щука', '박', '강', 'Lee', '张', 'Ακης')).toEqual([
    'Lee',
    'Ακης',
    'Щука',
    '강',
    '박',
    '李',
    '王',
    '张',
  ])
})

it("follows the alphabet of the congregation's language", () => {
  expect(sorted('Hungarian', 'Csaba', 'Czakó', 'Dobos')).toEqual(['Czakó', 'Csaba', 'Dobos'])
  expect(sorted('Spanish', 'Ñíguez', 'Nuria', 'Olmo')).toEqual(['Nuria', 'Ñíguez', 'Olmo'])
  expect(sorted('Swedish', 'Åberg', 'Zander')).toEqual(['Zander', 'Åberg'])
  expect(sorted('Japanese', '高橋', '山田', '鈴木')).not.toEqual(
    sorted('Chinese', '高橋', '山田', '鈴木'),
  )
})
