import { getHealth, versionHeader } from '@dashboard/contract/health'
import { listJobs } from '@dashboard/contract/jobs'
import { expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'

it('each answer of the API names the version, including refusals and 304', async () => {
  const { inject, as } = await startTestApp({ version: '7.8.9' })
  const user = await as('user')
  const list = await user.inject({ method: 'GET', url: listJobs.path })
  const headers = { 'if-none-match': String(list.headers.etag) }
  const answers = {
    200: list,
    304: await user.inject({ method: 'GET', url: listJobs.path, headers }),
    401: await inject({ url: listJobs.path }),
    404: await inject({ url: '/api/none' }),
  }
  for (const [status, answer] of Object.entries(answers)) {
    expect(answer.statusCode).toBe(Number(status))
    expect(answer.headers[versionHeader]).toBe('7.8.9')
  }
  expect((await inject({ url: getHealth.path })).json()).toMatchObject({ version: '7.8.9' })
  expect((await inject({ url: '/login' })).headers[versionHeader]).toBeUndefined()
})
