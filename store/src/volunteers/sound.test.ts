import { foldText } from '@dashboard/contract/fold-text'
import { expect, it } from 'vitest'
import { soundQueries, soundsOf } from './sound.ts'

function soundsLike(stored: string, typed: string): boolean {
  const sounds = soundsOf(foldText(stored))
  return soundQueries(foldText(typed)).some((query) => sounds.includes(query))
}

it.each([
  ['Кузнецова', ['Kuznetsova', 'kuznets']],
  ['Наталья', ['Natalia', 'Natalya']],
  ['Юрченко', ['Yurchenko', 'Iurchenko']],
  ['Хачатурян', ['Khachaturyan', 'Khachaturian']],
  ['Ελένη Παπαδοπούλου', ['Eleni', 'Papadopoulou']],
  ['محمد', ['Mohammed', 'Muhammad', 'moham']],
  ['الأحمد', ['Ahmad', 'Al', 'Alahmad']],
  ['عمر', ['Omar', 'Umar']],
  ['שרה לוי', ['Sarah', 'Sara', 'Levi']],
  ['יצחק', ['Yitzhak']],
  ['王 秀英', ['Wang', 'Xiuying', 'Ying']],
  ['김 서연', ['Kim', 'Seoyeon']],
  ['박', ['Park', 'Pak']],
  ['이', ['Lee', 'Yi']],
  ['प्रिया', ['Priya']],
  ['さくら', ['Sakura']],
])('finds %s by how it sounds', (stored, typed) => {
  for (const each of typed) expect(soundsLike(stored, each), each).toBe(true)
})

it('gives no sound to what is already in Latin letters', () => {
  expect(soundsOf(foldText("Ann O'Hara 12 x@example.org"))).toBe('')
})

it.each([
  ['Кузнецова', 'Smith'],
  ['محمد', 'Ahmad'],
  ['王', 'Zhang'],
  ['김', 'k'],
])('does not find %s by %s', (stored, typed) => {
  expect(soundsLike(stored, typed)).toBe(false)
})

it('looks for no sound of a word in another script', () => {
  expect(soundQueries('王')).toEqual([])
})
