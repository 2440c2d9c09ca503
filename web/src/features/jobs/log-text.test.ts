import { describe, expect, it } from 'vitest'
import { cutAtMatches, findRows, isNearEnd, splitLog, stepMatch } from './log-text.ts'

describe('splitLog', () => {
  it('numbers lines and keeps empty ones, whatever the line breaks', () => {
    expect(splitLog('a\n\nb\r\nc\n')).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '' },
      { number: 3, text: 'b' },
      { number: 4, text: 'c' },
    ])
    expect(splitLog('')).toEqual([])
  })

  it('cuts a very long line into rows under one number', () => {
    const rows = splitLog(`${'x'.repeat(4_500)}\nnext`)
    expect(rows.map((row) => row.text.length)).toEqual([2_000, 2_000, 500, 4])
    expect(rows.map((row) => row.number)).toEqual([1, undefined, undefined, 2])
  })

  it('takes a megabyte in a moment', () => {
    const log = 'Made report 7 of 40: NY-10 (312 volunteers, 91 KB).\n'.repeat(20_000)
    const startedAt = performance.now()
    expect(findRows(splitLog(log), 'ny-10')).toHaveLength(20_000)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

describe('findRows', () => {
  it('finds text in any case, taken literally', () => {
    const rows = splitLog('Made report\nfailed: (x.y)\nREPORT')
    expect(findRows(rows, 'report')).toEqual([0, 2])
    expect(findRows(rows, '(x.y)')).toEqual([1])
    expect(findRows(rows, '(x-y)')).toEqual([])
    expect(findRows(rows, '')).toEqual([])
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
