import { login } from '@dashboard/contract/accounts'
import { uploadSheet } from '@dashboard/contract/columns'
import type { Endpoint } from '@dashboard/contract/endpoint'
import { getJob, isActive, type Job, listJobs } from '@dashboard/contract/jobs'
import { listReports, type Report } from '@dashboard/contract/reports'
import { startExportAndImport } from '@dashboard/contract/sync'
import type { z } from 'zod'
import { admin, type Dashboard } from './dashboard.ts'

export type ApiClient = Awaited<ReturnType<typeof signInByApi>>

interface Input {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

type Answer<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : never

/** Calls the API as an outside client would, signed in as the first administrator. */
export async function signInByApi(dashboard: Pick<Dashboard, 'url'>, user = admin) {
  let token: string | undefined

  async function call<E extends Endpoint>(
    endpoint: E,
    { params = {}, query = {}, body }: Input = {},
  ) {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const search = new URLSearchParams(query)
    const response = await fetch(`${dashboard.url}${path}?${search}`, {
      method: endpoint.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer<E> }
  }

  const { token: signedIn } = (await call(login, { body: user })).body as { token: string }
  token = signedIn

  const waitForJob = async (
    id: string,
    isReached: (job: Job) => boolean = (job) => !isActive(job),
    timeoutMs = 150_000,
  ): Promise<Job> => {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const { status, body } = await call(getJob, { params: { id } })
      // A response that the database is busy says nothing about the job.
      if (status === 200 && isReached(body.job)) return body.job
      if (status !== 200 && status !== 503)
        throw new Error(`Answered ${status} ${JSON.stringify(body)}`)
      if (Date.now() > deadline) throw new Error(`Still ${JSON.stringify(body)}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    token: signedIn,
    call,
    waitForJob,
    jobs: async (): Promise<Job[]> => (await call(listJobs)).body.jobs,
    reports: async (): Promise<Report[]> => (await call(listReports)).body.reports,
    /** Uploads a sheet; returns its id. */
    async bringSheet(name: string, content: string | Uint8Array): Promise<string> {
      const query = new URLSearchParams({ name })
      const response = await fetch(`${dashboard.url}${uploadSheet.path}?${query}`, {
        method: uploadSheet.method,
        headers: {
          authorization: `Bearer ${signedIn}`,
          'content-type': 'application/octet-stream',
        },
        body: content as BodyInit,
      })
      const answer = (await response.json()) as Answer<typeof uploadSheet>
      if (response.status !== 201)
        throw new Error(`Answered ${response.status} ${JSON.stringify(answer)}`)
      return answer.upload.id
    },
    /** Runs export and import to their end. */
    async sync(): Promise<{ exportJob: Job; importJob: Job }> {
      const { status, body } = await call(startExportAndImport)
      if (status !== 202) throw new Error(`Answered ${status} ${JSON.stringify(body)}`)
      const { jobId, importJobId } = body
      const exportJob = await waitForJob(jobId)
      return { exportJob, importJob: await waitForJob(importJobId) }
    },
  }
}
