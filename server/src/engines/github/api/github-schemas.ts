import { z } from 'zod'

/** The parts of GitHub's answers that are read; everything else in them is ignored. */

const Id = z.int().transform(String)

const Instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString())

const Person = z.object({ login: z.string() }).nullish()

export const Run = z
  .object({
    id: Id,
    status: z.string().nullable(),
    conclusion: z.string().nullable(),
    html_url: z.url({ protocol: /^https?$/ }),
    display_title: z.string(),
    path: z.string(),
    run_attempt: z.int().nullish(),
    created_at: Instant,
    updated_at: Instant,
    run_started_at: Instant.nullish(),
    actor: Person,
    triggering_actor: Person,
  })
  .transform((run) => ({
    id: run.id,
    url: run.html_url,
    status: run.status ?? 'queued',
    conclusion: run.conclusion,
    /** The title that the workflow's `run-name` produced. */
    title: run.display_title,
    /** The file name alone, such as `locust-export.yml`, without folder and branch. */
    workflow: /([^/@]+)(@.*)?$/.exec(run.path)?.[1] ?? '',
    attempt: run.run_attempt ?? 1,
    createdAt: run.created_at,
    updatedAt: run.updated_at,
    startedAt: run.run_started_at ?? null,
    startedBy: run.triggering_actor?.login ?? run.actor?.login ?? null,
  }))
export type Run = z.infer<typeof Run>

export const RunList = z.object({ workflow_runs: z.array(Run) })

export const RunJobList = z.object({ jobs: z.array(z.object({ id: Id })) })

export const WorkflowList = z.object({
  workflows: z.array(z.object({ path: z.string(), state: z.string() })),
})

/** The answer to a dispatch with `return_run_details`. */
export const DispatchedRun = z
  .object({ workflow_run_id: Id, html_url: z.url({ protocol: /^https?$/ }) })
  .transform(({ workflow_run_id, html_url }) => ({ id: workflow_run_id, url: html_url }))
export type DispatchedRun = z.infer<typeof DispatchedRun>
