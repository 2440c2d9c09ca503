import { describe, expect, it } from 'vitest'
import { splitLog } from './log-text.ts'

const joined = (log: string) => {
  const { chunks, end } = splitLog(log)
  return chunks.map(({ text }) => text).join('\n') + end
}

describe('splitLog', () => {
  it('preserves every character, and takes a line break at the end for the end of a line', () => {
    expect(splitLog('a\n\nb\n')).toEqual({
      chunks: [{ linesBefore: 0, text: 'a\n\nb', lineCount: 3 }],
      lineCount: 3,
      end: '\n',
    })
    for (const log of ['a', 'a\n', '\n', '\n\na\r\nb\r\n\n', 'x\n'.repeat(250), '\n'.repeat(201)]) {
      expect(joined(log)).toBe(log)
    }
  })

  it('counts the lines before each chunk', () => {
    const { chunks, lineCount } = splitLog('x\n'.repeat(250))
    expect(lineCount).toBe(250)
    expect(chunks.map((chunk) => [chunk.linesBefore, chunk.lineCount])).toEqual([
      [0, 100],
      [100, 100],
      [200, 50],
    ])
  })
})
