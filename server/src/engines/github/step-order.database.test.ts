import type { RunStatus } from '@dashboard/doubles/github/github-double-state'
import { expect, test } from 'vitest'
import { startGithub } from '../../../test/github.ts'

test('a job never goes back to an earlier step of its run', async () => {
  const { double, engine, read, dispatched } = await startGithub()
  const { id } = await dispatched()
  const run = double.runOf(id)
  const steps: (string | null)[] = []
  const news: [RunStatus, number][] = [
    ['in_progress', 0],
    ['queued', 0],
    ['in_progress', 1],
    ['in_progress', 0],
    ['in_progress', 2],
    ['pending', 0],
    ['in_progress', 3],
    ['in_progress', 1],
    ['in_progress', 4],
    ['requested', 0],
  ]
  for (const [status, step] of news) {
    double.move(run, { status, step })
    await engine.sync()
    steps.push((await read(id)).step)
  }
  expect(steps).toEqual([
    'Preparing the machine',
    'Preparing the machine',
    'Fetching the program',
    'Fetching the program',
    'Installing',
    'Installing',
    'Installing',
    'Installing',
    'Starting the job',
    'Starting the job',
  ])
})
