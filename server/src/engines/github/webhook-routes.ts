import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { badRequest, unsupportedType } from '../../http/app-error.ts'
import { Run, RunJob } from './api/github-schemas.ts'
import type { GithubWebhookEvents } from './follow-runs.ts'

const maxBodyBytes = 1024 * 1024

interface WebhookOptions {
  /** The value of GITHUB_WEBHOOK_SECRET. */
  secret: string
  /** `owner/name`; events of other repositories change nothing. */
  repository: string
  events: GithubWebhookEvents
}

const Delivery = z.object({ repository: z.object({ full_name: z.string() }).optional() })
const RunEvent = z.object({ workflow_run: Run })
const RunJobEvent = z.object({ workflow_job: RunJob })

/**
 * `POST /api/webhooks/github`: receives GitHub's notifications; a request counts only when it is signed with the
 * secret.
 */
export function webhookRoutes(
  app: FastifyInstance,
  { secret, repository, events }: WebhookOptions,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // GitHub signs the raw bytes of the body, so they are not parsed here.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: 'POST',
      url: '/api/webhooks/github',
      config: { access: 'public' },
      bodyLimit: maxBodyBytes,
      schema: { hide: true },
      handler: async (request) => {
        const body = readSignedBody(request, secret)
        const delivery = Delivery.safeParse(body)
        if (!delivery.success) throw unreadable('GitHub')
        const sender = delivery.data.repository?.full_name
        if (sender?.toLowerCase() !== repository.toLowerCase()) {
          return { message: 'Not this repository.' }
        }
        return { message: await applyEvent(request.headers['x-github-event'], body, events) }
      },
    })
  })
}

function readSignedBody({ body, headers }: FastifyRequest, secret: string): unknown {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (!isSignedBy(secret, bytes, headers['x-hub-signature-256'])) {
    throw badRequest(
      'The signature does not fit. Use the same secret in GitHub’s webhook and in GITHUB_WEBHOOK_SECRET.',
    )
  }
  if (!headers['content-type']?.startsWith('application/json')) {
    throw unsupportedType('Set the content type of the webhook on GitHub to application/json.')
  }
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw badRequest('The body is not valid JSON.')
  }
}

/** Whether GitHub signed exactly these bytes with the shared secret; compares in constant time. */
export function isSignedBy(secret: string, body: Buffer, signature: unknown): boolean {
  if (typeof signature !== 'string') return false
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const given = Buffer.from(signature)
  const correct = Buffer.from(expected)
  return given.byteLength === correct.byteLength && timingSafeEqual(given, correct)
}

async function applyEvent(
  event: unknown,
  body: unknown,
  events: GithubWebhookEvents,
): Promise<string> {
  if (event === 'workflow_run') {
    const { success, data } = RunEvent.safeParse(body)
    if (!success) throw unreadable(event)
    await events.runChanged(data.workflow_run)
    return 'Applied.'
  }
  if (event === 'workflow_job') {
    const { success, data } = RunJobEvent.safeParse(body)
    if (!success) throw unreadable(event)
    await events.runJobChanged(data.workflow_job)
    return 'Applied.'
  }
  return event === 'ping' ? 'The webhook works.' : 'Not needed.'
}

function unreadable(event: string) {
  return badRequest(`This is no ${event} event as GitHub describes it.`)
}
