import { describe, expect, it } from 'vitest'
import { shareRequest } from './share-request.ts'

function countedLook() {
  let now = 0
  let looks = 0
  const answers: PromiseWithResolvers<number>[] = []
  const look = shareRequest(
    () => {
      looks += 1
      const answer = Promise.withResolvers<number>()
      answers.push(answer)
      return answer.promise
    },
    () => now,
  )
  return { look, answers, looks: () => looks, pass: (ms: number) => (now += ms) }
}

describe('shareRequest', () => {
  it('asks once for everybody who asks while the look is under way or fresh', async () => {
    const { look, answers, looks, pass } = countedLook()
    const all = [look('a'), look('a'), look('a')]
    answers[0]?.resolve(7)
    expect(await Promise.all(all)).toEqual([7, 7, 7])
    pass(2_999)
    expect(await look('a')).toBe(7)
    expect(looks()).toBe(1)
    pass(1)
    look('a')
    expect(looks()).toBe(2)
  })

  it('keeps different questions apart', () => {
    const { look, looks } = countedLook()
    look('a')
    look('b')
    expect(looks()).toBe(2)
  })

  it('asks again after a failure', async () => {
    const { look, answers, looks } = countedLook()
    const first = look('a')
    answers[0]?.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    look('a')
    expect(looks()).toBe(2)
  })
})
