import fc from 'fast-check'
import { createAnswerCheck } from './answer-check.ts'
import { type Operation, readOperations } from './described-operations.ts'
import { type GeneratedRequest, requestsFor } from './generated-requests.ts'
import { type RawAnswer, sendBytes } from './raw-http.ts'
import type { KnownValues } from './schema-values.ts'

type Role = 'user' | 'admin'

export interface Campaign {
  url: string
  /** OpenAPI description that the server returns of itself. */
  description: unknown
  count: number
  seed: number
  /** Creates an account with the role and returns the token of its session. */
  signIn(role: Role): Promise<string>
  /**
   * Returns existing values: keyed by the property's name, by `call.property` for one call only, and by `users.id` for
   * a path parameter. Accounts that the campaign or the caller needs are left out.
   */
  readKnown(): Promise<KnownValues>
  /** Calls that are slow on purpose, with their time limit in milliseconds; they are sent rarely. */
  slowCalls: Readonly<Record<string, number>>
  requestsAtOnce?: number
  /** Receives a line now and then. */
  log?(line: string): void
}

export interface CampaignResult {
  sent: number
  byKind: Record<string, number>
  byStatus: Record<string, number>
  /** One line for each wrong answer, with the request. */
  faults: string[]
  /** Excludes the calls that are slow on purpose. */
  slowestMs: number
  /** Answers that took more than two seconds at first, but less when repeated. */
  slowOnce: number
}

const mostMs = 2_000
const chunkSize = 200
const sessionsPerRole = 3
/** How many times less often calls that start jobs are generated, because each job is a process. */
const commonWeight = 12

/**
 * Sends requests generated from an OpenAPI description and checks each answer: it must match the description, be no
 * server failure, and take at most two seconds (docs/testing.md#generated-requests). Equal seeds and equal data on the
 * server give equal requests.
 */
export async function runCampaign(campaign: Campaign): Promise<CampaignResult> {
  const { count, seed, description, requestsAtOnce = 6, log } = campaign
  const operations = readOperations(description)
  const faultOf = createAnswerCheck(description)
  const result: CampaignResult = {
    sent: 0,
    byKind: {},
    byStatus: {},
    faults: [],
    slowestMs: 0,
    slowOnce: 0,
  }
  const tokens: Record<Role, string[]> = { user: [], admin: [] }

  for (let start = 0; start < count; start += chunkSize) {
    await renewSessions(campaign, tokens)
    const requests = fc.sample(anyRequest(operations, await campaign.readKnown(), campaign), {
      seed: seed + start,
      numRuns: Math.min(chunkSize, count - start),
    })
    const numbered = requests.map((request, index) => ({ request, number: start + index }))
    const workers = Array.from({ length: requestsAtOnce }, async () => {
      for (let next = numbered.shift(); next; next = numbered.shift()) {
        const fault = await tryRequest(campaign, tokens, next, result, faultOf)
        if (fault) result.faults.push(`#${next.number} ${describe(next.request)}: ${fault}`)
      }
    })
    await Promise.all(workers)
    if ((start / chunkSize) % 10 === 9) {
      log?.(`${result.sent} requests, ${result.faults.length} faults`)
    }
  }
  return result
}

function anyRequest(
  operations: readonly Operation[],
  known: KnownValues,
  { slowCalls }: Campaign,
): fc.Arbitrary<GeneratedRequest> {
  return fc.oneof(
    ...operations.map((operation) => {
      const isRare = operation.operationId in slowCalls || '202' in operation.responses
      const prefix = `${operation.operationId}.`
      const own = Object.entries(known)
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, values]) => [name.slice(prefix.length), values])
      return {
        weight: isRare ? 1 : commonWeight,
        arbitrary: requestsFor(operation, { ...known, ...Object.fromEntries(own) }),
      }
    }),
  )
}

/** Renews sessions with new accounts, because some requests end their own session. */
async function renewSessions(campaign: Campaign, tokens: Record<Role, string[]>): Promise<void> {
  for (const role of ['user', 'admin'] as const) {
    const open: string[] = []
    for (const token of tokens[role]) {
      const answer = await fetch(`${campaign.url}/api/monitoring/status`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (answer.status === 200) open.push(token)
    }
    while (open.length < sessionsPerRole) open.push(await campaign.signIn(role))
    tokens[role] = open
  }
}

interface Numbered {
  request: GeneratedRequest
  number: number
}

function sendRequest(
  { url }: Campaign,
  tokens: Record<Role, string[]>,
  { request, number }: Numbered,
): Promise<RawAnswer | undefined> {
  const { method, target, headers, body, caller, hangsUp } = request
  const own = caller === 'user' || caller === 'admin' ? tokens[caller] : []
  const token = own[number % own.length] ?? 'a.forged.token'
  const isRead = method === 'GET' || method === 'HEAD'
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Connection: close',
    // Failed logins come from many addresses, so that the campaign's own address is not throttled.
    `X-Forwarded-For: 10.${number & 255}.${(number >> 8) & 255}.1`,
    ...(caller === 'nobody' ? [] : [`Authorization: Bearer ${token}`]),
    ...headers,
    ...(hangsUp || (isRead && body.length === 0) ? [] : [`Content-Length: ${body.length}`]),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  return sendBytes(url, [head, body], { hangsUp })
}

/**
 * Sends one request. A call counts as slow if it is slow three times in a row; a single slow answer may be caused by
 * the machine.
 */
async function tryRequest(
  campaign: Campaign,
  tokens: Record<Role, string[]>,
  numbered: Numbered,
  result: CampaignResult,
  faultOf: ReturnType<typeof createAnswerCheck>,
): Promise<string | undefined> {
  const { request } = numbered
  const bound = campaign.slowCalls[request.operation]
  try {
    const answer = await sendRequest(campaign, tokens, numbered)
    record(result, request, answer)
    const fault = faultOf(request, answer)
    if (fault) return fault
    let elapsedMs = answer?.elapsedMs ?? 0
    if (bound === undefined) result.slowestMs = Math.max(result.slowestMs, Math.round(elapsedMs))
    if (elapsedMs <= (bound ?? mostMs)) return undefined
    for (let again = 0; again < 2; again += 1) {
      const next = await sendRequest(campaign, tokens, numbered)
      elapsedMs = Math.min(elapsedMs, next?.elapsedMs ?? 0)
    }
    if (elapsedMs > (bound ?? mostMs)) return `took ${Math.round(elapsedMs)} ms`
    result.slowOnce += 1
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function record(
  result: CampaignResult,
  request: GeneratedRequest,
  answer: RawAnswer | undefined,
): void {
  const status = answer?.status ?? 'none'
  result.sent += 1
  result.byKind[request.kind] = (result.byKind[request.kind] ?? 0) + 1
  result.byStatus[status] = (result.byStatus[status] ?? 0) + 1
}

function describe({ kind, caller, method, target, headers, body }: GeneratedRequest): string {
  const text = Buffer.from(body.subarray(0, 200)).toString()
  const shown = JSON.stringify([...headers.map((line) => line.slice(0, 100)), text])
  return `${kind} ${method} ${target.slice(0, 200)} by ${caller} ${shown}`
}
