import { expect, it } from 'vitest'
import { textCleaner } from './drawable-text.ts'

const drawsAll = textCleaner()

it('makes one line and removes characters that reverse or hide text', () => {
  expect(drawsAll.clean(' Ana\n\tMaria\u00a0 \u0007Lopez\u2028\ufeff ')).toBe('Ana Maria Lopez')
  expect(drawsAll.clean('a\u202eb\u2066c\u200bd\u00ade\u200ff\ud800g')).toBe('abcdefg')
})

it('preserves joiners and composed letters, which some scripts need', () => {
  expect(drawsAll.clean('می\u200cخواهم')).toBe('می\u200cخواهم')
  expect(drawsAll.clean('Jose\u0301')).toBe('José')
})

it('replaces a run that no font can draw by one character, and names it', () => {
  const cleaner = textCleaner()
  cleaner.leaveOut(new Set(['👩', '👧', '❤']))
  expect(cleaner.clean('Anna 👩‍👩‍👧❤️!')).toBe('Anna �!')
  expect(cleaner.undrawable()).toEqual(['U+1F469', 'U+1F467', 'U+2764'])
})

it('lets a long address break after @ first, then after punctuation, then anywhere', () => {
  const breaks = (text: string) => drawsAll.clean(text).split('\u200b')
  expect(breaks('maria@example.org')).toEqual(['maria@example.org'])
  expect(breaks('volunteer.number10@example.org')).toEqual(['volunteer.number10@', 'example.org'])
  expect(breaks('one.two-three_four.five@example.org')).toEqual([
    'one.',
    'two-',
    'three_',
    'four.',
    'five@',
    'example.org',
  ])
  expect(breaks(`${'x'.repeat(22)}@example.org`)).toHaveLength(24)
})

it('hyphenates a long word, and breaks it at its marks', () => {
  const parts = (text: string) => drawsAll.clean(text).split(/[\u200b\u00ad]/u)
  expect(parts('Donaudampfschifffahrt').map(({ length }) => length)).toEqual([
    3,
    ...Array(15).fill(1),
    3,
  ])
  expect(drawsAll.clean('Obersteinfeld-O’Connorson')).toBe('Obersteinfeld-\u200bO’\u200bConnorson')
})

it('does not break long words where letters join or words have no spaces', () => {
  for (const word of ['ก'.repeat(40), 'م'.repeat(40), '王'.repeat(40)]) {
    expect(drawsAll.clean(word)).toBe(word)
  }
})
