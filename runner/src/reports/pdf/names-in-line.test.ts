import { expect, it } from 'vitest'
import { namesInLine } from './names-in-line.ts'

const trained = (name: string) => ({ name, trained: true })

it('joins names, keeps each on its line and marks who is not trained', () => {
  const names = [trained('Novak, Anna'), { name: 'Lee, Bo', trained: false }, trained('Ng, Cy')]
  expect(namesInLine(names)).toEqual([
    { text: 'Novak,\u00a0Anna\u00a0· Lee,\u00a0Bo°\u00a0· Ng,\u00a0Cy', own: false },
  ])
  expect(namesInLine([])).toEqual([])
})

it('puts names that break anywhere or run to the left into boxes of their own', () => {
  expect(
    namesInLine([trained('Lee, Bo'), { name: '王秀英', trained: false }, trained('לוי, שרה')]),
  ).toEqual([
    { text: 'Lee,\u00a0Bo\u00a0· ', own: false },
    { text: '王秀英°', own: true },
    { text: '\u00a0· ', own: false },
    { text: 'לוי, שרה', own: true },
  ])
})

it('lets a very long name break', () => {
  const name = `${'Longname '.repeat(6)}, Anna`
  expect(namesInLine([trained(name)])).toEqual([{ text: name, own: false }])
})
