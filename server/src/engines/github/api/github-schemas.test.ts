import { describe, expect, test } from 'vitest'
import { DispatchedRun, Run } from './github-schemas.ts'

const answer = {
  id: 12,
  status: 'completed',
  conclusion: 'success',
  html_url: 'https://github.example/run/12',
  display_title: 'Export of Ann',
  path: '.github/workflows/locust-export.yml@refs/heads/main',
  run_attempt: 3,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T12:00:00+01:00',
  run_started_at: '2026-11-20T10:00:30.5Z',
  actor: { login: 'ann' },
  triggering_actor: { login: 'bo' },
}
const read = (changes: object = {}) => Run.parse({ ...answer, ...changes })

describe('a run', () => {
  test('is read from the answer', () => {
    expect(read()).toEqual({
      id: '12',
      url: 'https://github.example/run/12',
      status: 'completed',
      conclusion: 'success',
      title: 'Export of Ann',
      workflow: 'locust-export.yml',
      attempt: 3,
      createdAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T11:00:00.000Z',
      startedAt: '2026-11-20T10:00:30.500Z',
      startedBy: 'bo',
    })
  })

  test.each([null, undefined])('is read without what may be %s', (none) => {
    const people = { actor: none, triggering_actor: none }
    const given = { ...people, run_attempt: none, run_started_at: none }
    expect(read({ ...given, status: null, conclusion: null })).toMatchObject({
      status: 'queued',
      conclusion: null,
      attempt: 1,
      startedAt: null,
      startedBy: null,
    })
    expect(read({ triggering_actor: none }).startedBy).toBe('ann')
  })

  test.each([
    ['.github/workflows/locust-export.yml', 'locust-export.yml'],
    ['locust-export.yml@main', 'locust-export.yml'],
    ['dynamic/pages/pages-build-deployment', 'pages-build-deployment'],
    ['', ''],
  ])('of %s is one of the workflow %s', (path, workflow) => {
    expect(read({ path }).workflow).toBe(workflow)
  })

  test.each([
    ['an id that is no number', { id: 'x12' }],
    ['half an id', { id: 1.5 }],
    ['an address that would run a script', { html_url: 'javascript:alert(1)' }],
    ['an address that starts otherwise', { html_url: 'xhttps://github.example/' }],
    ['no time', { created_at: 'yesterday' }],
    ['a time of no zone', { created_at: '2026-11-20T10:00:00' }],
    ['no status', { status: undefined }],
  ])('with %s is refused', (_what, changes) => {
    expect(Run.safeParse({ ...answer, ...changes }).success).toBe(false)
  })
})

test('the answer to a dispatch names the run and a page that can be opened', () => {
  const dispatched = { workflow_run_id: 12, html_url: 'http://github.example/run/12' }
  expect(DispatchedRun.parse(dispatched)).toEqual({ id: '12', url: 'http://github.example/run/12' })
  for (const html_url of ['data:text/html,x', 'httpx://github.example', 'xhttp://github.example']) {
    expect(DispatchedRun.safeParse({ ...dispatched, html_url }).success).toBe(false)
  }
  expect(DispatchedRun.safeParse({ html_url: dispatched.html_url }).success).toBe(false)
})
