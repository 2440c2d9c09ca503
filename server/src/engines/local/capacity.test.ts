import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { freeRenderWorkers, hasRoom, reportJobCapacity } from './capacity.ts'

describe('room for jobs', () => {
  const report = { type: 'circuit-report' } as const

  it('is for as many reports as fit, whatever else runs', () => {
    const running = [report, { type: 'congregation-report' }, { type: 'import' }] as const
    expect(hasRoom(report, running, 3)).toBe(true)
    expect(hasRoom(report, running, 2)).toBe(false)
    const all = Array.from({ length: reportJobCapacity() }, () => report)
    expect(hasRoom(report, all)).toBe(false)
    expect(hasRoom(report, all.slice(1))).toBe(true)
  })

  it('is one for each core and gigabyte, one at least', () => {
    const gigabyte = 1024 ** 3
    expect(reportJobCapacity(4, 0.5 * gigabyte)).toBe(1)
    // A machine of 2 GB, part of which the system reserves for itself.
    expect(reportJobCapacity(4, 1.9 * gigabyte)).toBe(2)
    expect(reportJobCapacity(2, 64 * gigabyte)).toBe(2)
    expect(reportJobCapacity()).toBeLessThanOrEqual(availableParallelism())
  })

  it('gives each report job the threads that others leave, at least one', () => {
    const running = [report, { type: 'import' }, report] as const
    expect([1, 2, 3, 4].map((atOnce) => freeRenderWorkers(running, atOnce))).toEqual([1, 1, 1, 2])
    expect(freeRenderWorkers([], 2)).toBe(2)
    expect(freeRenderWorkers([])).toBe(reportJobCapacity())
  })

  it.each(['export', 'import'] as const)('always exists for an %s', (type) => {
    expect(hasRoom({ type }, [report, report, { type: 'export' }], 1)).toBe(true)
  })

  it('exists for one review at a time, after an import', () => {
    expect(hasRoom({ type: 'review' }, [report, report, { type: 'export' }], 1)).toBe(true)
    expect(hasRoom({ type: 'review' }, [{ type: 'review' }], 4)).toBe(false)
    expect(hasRoom({ type: 'review' }, [{ type: 'import' }], 4)).toBe(false)
  })
})
