import { describe, expect, it } from 'vitest'
import { cutAtMatches, findLines, isNearEnd, splitLog, stepMatch, wrapLines } from './log-text.ts'

describe('splitLog', () => {
  it('keeps empty lines, whatever the line breaks', () => {
    expect(splitLog('a\n\nb\r\nc\n')).toEqual(['a', '', 'b', 'c'])
    expect(splitLog('')).toEqual([])
  })
})

describe('wrapLines', () => {
  it('breaks long lines after so many characters and keeps empty ones', () => {
    expect(wrapLines(['abcdefg', '', 'xyz'], 3)).toEqual([
      { line: 0, isFirstOfLine: true, text: 'abc' },
      { line: 0, isFirstOfLine: false, text: 'def' },
      { line: 0, isFirstOfLine: false, text: 'g' },
      { line: 1, isFirstOfLine: true, text: '' },
      { line: 2, isFirstOfLine: true, text: 'xyz' },
    ])
  })

  it('prefers the end of a word, and loses nothing', () => {
    const text = 'Made report 7 of 40: NY-10 averyveryverylongwordwithoutend'
    const rows = wrapLines([text], 16).map((row) => row.text)
    expect(rows).toEqual(['Made report 7 ', 'of 40: NY-10 ', 'averyveryverylon', 'gwordwithoutend'])
    expect(rows.join('')).toBe(text)
  })

  it('takes a megabyte in a moment', () => {
    const log = 'Made report 7 of 40: NY-10 (312 volunteers, 91 KB).\n'.repeat(20_000)
    const startedAt = performance.now()
    const lines = splitLog(log)
    expect(wrapLines(lines, 40)).toHaveLength(40_000)
    expect(findLines(lines, 'ny-10')).toHaveLength(20_000)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

describe('findLines', () => {
  it('finds text in any case, taken literally', () => {
    const lines = ['Made report', 'failed: (x.y)', 'REPORT']
    expect(findLines(lines, 'report')).toEqual([0, 2])
    expect(findLines(lines, '(x.y)')).toEqual([1])
    expect(findLines(lines, '(x-y)')).toEqual([])
    expect(findLines(lines, '')).toEqual([])
  })
})

describe('cutAtMatches', () => {
  it('puts the matches at every second place', () => {
    expect(cutAtMatches('Report, report', 'report')).toEqual(['', 'Report', ', ', 'report', ''])
    expect(cutAtMatches('abc', '')).toEqual(['abc'])
  })
})

describe('stepMatch', () => {
  it('goes round', () => {
    expect(stepMatch(2, 1, 3)).toBe(0)
    expect(stepMatch(0, -1, 3)).toBe(2)
    expect(stepMatch(0, 1, 0)).toBe(0)
  })
})

describe('isNearEnd', () => {
  it('is so up to the tolerance', () => {
    const place = { scrollTop: 650, clientHeight: 300, scrollHeight: 1_000 }
    expect(isNearEnd(place, 50)).toBe(true)
    expect(isNearEnd({ ...place, scrollTop: 649 }, 50)).toBe(false)
  })
})
