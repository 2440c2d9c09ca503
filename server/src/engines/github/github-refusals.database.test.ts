import { inspect } from 'node:util'
import type { GithubFault } from '@dashboard/doubles/github/github-double-faults'
import { queuedJob } from '@dashboard/store/test/jobs'
import { anyClock } from '@dashboard/store/test/shown-times'
import { describe, expect, test } from 'vitest'
import { dispatchAndStop, type GithubSetup, pollUntil, startGithub } from '../../../test/github.ts'

interface Refusal {
  when: string
  prepare(setup: GithubSetup): void
  error: string
  /** For the operator. */
  errorDetails?: string
}

const whereToLook = 'An administrator finds what to do by Run Checks, under Monitoring Controls.'

const fault = (what: GithubFault) => (setup: GithubSetup) => setup.double.setFault('dispatch', what)
const refusals: Refusal[] = [
  {
    when: 'the token is wrong',
    prepare: ({ double }) => {
      double.access.token = 'another'
    },
    error: `GitHub does not let the dashboard in. ${whereToLook}`,
    errorDetails:
      'GitHub does not accept GITHUB_TOKEN: it is wrong, expired or revoked. Make a new one.',
  },
  {
    when: 'the token may only read',
    prepare: ({ double }) => {
      double.access.rights = 'read'
    },
    error: `GitHub does not let the dashboard start or stop jobs there. ${whereToLook}`,
    errorDetails:
      'GITHUB_TOKEN lacks a right in octo-org/dashboard: give it "Actions: Read and write" for that repository.',
  },
  {
    when: 'the repository is not to be seen',
    prepare: ({ double }) => {
      double.access.rights = 'none'
    },
    error: `GitHub does not show the dashboard its repository. ${whereToLook}`,
    errorDetails:
      'GITHUB_TOKEN does not give access to the repository octo-org/dashboard. Check GITHUB_REPOSITORY and which repositories the token may see.',
  },
  {
    when: 'the workflow is missing',
    prepare: ({ double }) => {
      double.state.workflows = []
    },
    error:
      'The workflow locust-export.yml is not in octo-org/dashboard. Push .github/workflows to its default branch and to "main".',
  },
  {
    when: 'the branch is missing',
    prepare: ({ double }) => {
      double.state.branches.clear()
    },
    error: `GitHub does not have the branch that jobs run from. ${whereToLook}`,
    errorDetails:
      'The branch "main" does not exist in octo-org/dashboard. Set GITHUB_REF to the branch that holds the workflows.',
  },
  {
    when: 'the workflow is disabled',
    prepare: ({ double }) => {
      for (const workflow of double.state.workflows) workflow.state = 'disabled_manually'
    },
    error: 'locust-export.yml is disabled on GitHub. Enable it there, under Actions.',
  },
  {
    when: 'the workflow cannot be started by hand',
    prepare: fault({
      kind: 'refuse',
      status: 422,
      message: "Workflow does not have 'workflow_dispatch' trigger",
    }),
    error:
      'locust-export.yml on the branch "main" is not this version\'s. Bring .github/workflows there up to date.',
  },
  {
    when: 'the workflow takes no job id',
    prepare: ({ double }) => {
      for (const workflow of double.state.workflows) workflow.inputs = []
    },
    error:
      'locust-export.yml on the branch "main" is not this version\'s. Bring .github/workflows there up to date.',
  },
  {
    when: 'GitHub gives another reason',
    prepare: fault({ kind: 'refuse', status: 451, message: 'Repository access blocked' }),
    error: 'GitHub refused (451): Repository access blocked',
  },
]

describe('a job fails with the reason', () => {
  test.each(refusals)('when $when', async ({ prepare, error, errorDetails = null }) => {
    const setup = await startGithub()
    prepare(setup)
    const job = await setup.dispatched()
    expect(job).toMatchObject({
      status: 'failed',
      error,
      errorDetails,
      failureKind: 'outside-system',
    })
    expect(job.logs).toBe(`${error}\n`)
    expect(setup.warnings.length).toBeGreaterThan(0)
    expect(inspect(setup.warnings, { depth: 20 })).not.toContain(setup.double.access.token)
  })

  test('when the hour’s requests are used up', async () => {
    const { double, dispatched } = await startGithub()
    double.setFault('dispatch', { kind: 'primary-limit', resetInSeconds: 1_800 })
    const { error } = await dispatched()
    expect(error).toMatch(
      new RegExp(
        String.raw`^GitHub accepts no more requests with this token until ${anyClock}\. Retry after that\.$`,
      ),
    )
  })

  test('when GitHub cannot be reached, after three tries', async () => {
    const { double, db, engine, read, dispatched } = await startGithub()
    await double.close()
    const { id, step } = await dispatched({ type: 'export' })
    expect(step).toBe('Trying to reach GitHub')
    await dispatchAndStop(engine)
    await dispatchAndStop(engine)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: `GitHub cannot be reached: nothing answers at this address. Retry later. ${whereToLook}`,
      errorDetails:
        "GitHub cannot be reached: nothing answers at this address. Check the server's network and GITHUB_API_URL, then retry.",
    })
    expect(await db.selectFrom('jobs').selectAll().execute()).toHaveLength(1)
  })
})

describe('a short limit is waited for', () => {
  test('and the job starts after it', async () => {
    const setup = await startGithub({ timings: { maxLimitWaitMs: 5_000 } })
    setup.double.setFault('dispatch', { kind: 'secondary-limit', retryAfterSeconds: 1 }, 1)
    const job = await setup.dispatched()
    expect(job).toMatchObject({
      status: 'queued',
      dispatchedAt: null,
      step: expect.stringMatching(
        new RegExp(`^Waiting until ${anyClock}, when GitHub accepts requests again$`),
      ),
    })
    await dispatchAndStop(setup.engine)
    expect(setup.double.count('dispatch')).toBe(1)
    await expect(setup.engine.sync()).rejects.toThrow('GitHub accepts no more requests')
    await pollUntil(setup, () => expect(setup.double.state.runs.size).toBe(1))
  })
})

describe('a limit', () => {
  test('that lasts long fails an export requested meanwhile, which says until when; a report waits', async () => {
    const setup = await startGithub()
    setup.engine.dependencies.client.limits.pause(Date.now() + 6 * 3_600_000)
    await setup.engine.sync().catch(() => {})
    const report = await queuedJob(setup.db, { type: 'circuit-report' })
    const first = await setup.dispatched({ type: 'export' })
    const second = await setup.dispatched({ type: 'export' })
    for (const job of [first, second]) {
      expect(job).toMatchObject({ status: 'failed', failureKind: 'outside-system' })
      expect(job.error).toMatch(/^GitHub accepts no more requests with this token until/)
    }
    setup.engine.start(report.id)
    await dispatchAndStop(setup.engine)
    expect(await setup.read(report.id)).toMatchObject({ status: 'queued', dispatchedAt: null })
    expect(setup.double.count()).toBe(0)
  })
})
