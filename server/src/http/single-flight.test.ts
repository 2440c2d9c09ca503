import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { singleFlight } from './single-flight.ts'

function countedRequest() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let requests = 0
  const answers: PromiseWithResolvers<number>[] = []
  const request = singleFlight(() => {
    requests += 1
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    return answer.promise
  })
  return { request, answers, requests: () => requests }
}

describe('singleFlight', () => {
  it('sends one request for everybody who asks while it is under way or fresh', async () => {
    const { request, answers, requests } = countedRequest()
    const all = [request(), request(), request()]
    answers[0]?.resolve(7)
    expect(await Promise.all(all)).toEqual([7, 7, 7])
    vi.advanceTimersByTime(2_999)
    expect(await request()).toBe(7)
    expect(requests()).toBe(1)
    vi.advanceTimersByTime(1)
    void request()
    expect(requests()).toBe(2)
  })

  it('sends another request at once where nothing is to be cached', async () => {
    let requests = 0
    const request = singleFlight(async () => {
      requests += 1
    }, 0)
    await Promise.all([request(), request()])
    await request()
    expect(requests).toBe(2)
  })

  it('sends another request after a failure', async () => {
    const { request, answers, requests } = countedRequest()
    const first = request()
    answers[0]?.reject(new Error('unavailable'))
    await expect(first).rejects.toThrow('unavailable')
    void request()
    expect(requests()).toBe(2)
  })
})
