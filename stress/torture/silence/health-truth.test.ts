import { expect, test } from 'vitest'
import { type Answered, healthProblems } from './health-truth.ts'

/** Returns one response every 200 ms; the instants are given in seconds. */
function every200Ms(from: number, to: number, status: number): Answered[] {
  const answers: Answered[] = []
  for (let at = from * 1_000; at < to * 1_000; at += 200) {
    answers.push({ begunAt: at, endedAt: at + 10, status })
  }
  return answers
}

test('health that says what calls find is right, also when both change their minds', () => {
  const calls = [...every200Ms(0, 5, 200), ...every200Ms(5, 9, 503), ...every200Ms(9, 14, 200)]
  expect(healthProblems(calls, calls)).toEqual([])
})

test.each([
  ['within 2 s', 1.8, []],
  ['later', 2.4, ['health said 503 for 2200 ms while calls were served']],
])('health that is well again %s after calls are', (_when, seconds, problems) => {
  const health = [...every200Ms(0, seconds, 503), ...every200Ms(seconds, 10, 200)]
  expect(healthProblems(health, every200Ms(0, 10, 200))).toEqual(problems)
})

test('health that says 503 while nobody is served is right for as long as that lasts', () => {
  expect(healthProblems(every200Ms(0, 60, 503), every200Ms(0, 60, 503))).toEqual([])
})

test.each([
  ['within 2 s', 1.6, 0],
  ['later', 3, 1],
])('health that says 200 while nobody is served and notices it %s', (_when, seconds, count) => {
  const calls = [...every200Ms(0, 5, 200), ...every200Ms(5, 15, 503), ...every200Ms(15, 20, 200)]
  const health = [
    ...every200Ms(0, 5 + seconds, 200),
    ...every200Ms(5 + seconds, 15, 503),
    ...every200Ms(15, 20, 200),
  ]
  const problems = healthProblems(health, calls)
  expect(problems).toHaveLength(count)
  for (const problem of problems) {
    expect(problem).toMatch(/^health said 200 while nobody was served for \d{4} ms$/)
  }
})

test('calls that wait for their answer are not served meanwhile', () => {
  const waiting = { begunAt: 2_000, endedAt: 14_000, status: 200 }
  const calls = [...every200Ms(0, 2, 200), waiting, ...every200Ms(14, 20, 200)]
  expect(healthProblems(every200Ms(0, 20, 200), calls)).toEqual([
    expect.stringMatching(/^health said 200 while nobody was served for 12\d{3} ms$/),
  ])
})
