import { expect, it } from 'vitest'
import { readRunInputs } from './settings-of-run.ts'

const started = (actors: Record<string, string>) =>
  readRunInputs({ GITHUB_RUN_ID: '7', ...actors }).run?.startedBy

it('names who triggered a run, rather than who is named in its first event', () => {
  expect(started({ GITHUB_TRIGGERING_ACTOR: 'ann', GITHUB_ACTOR: 'ben' })).toBe('ann')
  expect(started({ GITHUB_ACTOR: 'ben' })).toBe('ben')
  expect(started({})).toBeNull()
})
