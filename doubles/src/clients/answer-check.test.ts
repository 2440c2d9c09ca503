import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnswerCheck } from './answer-check.ts'
import { readOperations } from './described-operations.ts'
import { requestKinds, requestsFor } from './generated-requests.ts'

const error = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] }
const thing = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
}
const asJson = (schema: object) => ({ content: { 'application/json': { schema } } })
const description = {
  components: { schemas: { Error: error } },
  paths: {
    '/api/things/{id}': {
      put: {
        operationId: 'putThing',
        security: [],
        parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
        requestBody: { required: true, ...asJson(thing) },
        responses: { 200: asJson(thing), 404: asJson({ $ref: '#/components/schemas/Error' }) },
      },
    },
  },
}

const faultOf = createAnswerCheck(description)
const put = { method: 'PUT', target: '/api/things/1' }

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    elapsedMs: 1,
  }
}

describe('an answer', () => {
  it('that is declared has no fault', () => {
    expect(faultOf(put, answer(200, { id: '1' }))).toBeUndefined()
    expect(faultOf(put, answer(404, { message: 'Thing not found' }))).toBeUndefined()
    const none = { method: 'PUT', target: '/api/./things/1' }
    expect(faultOf(none, answer(404, { message: 'There is nothing.' }))).toBeUndefined()
  })

  it.each([
    ['of another status', answer(201, { id: '1' }), '201 is not declared: {"id":"1"}'],
    ['with a key too many', answer(200, { id: '1', password: 'x' }), /additional properties/],
    ['of another shape', answer(200, { id: 1 }), "the answer's /id must be string"],
    ['that is no JSON', answer(200, 'x'), 'the answer is not JSON'],
    ['of another type', answer(200, 'x', { 'content-type': 'text/html' }), /"text\/html" is not/],
    ['of a failed server', answer(500, { message: 'Sorry' }), /^500/],
    ['of a busy server that does not say until when', answer(503, { message: 'Busy' }), /^503/],
    ['that shows insides', answer(404, { message: 'x at f (a.ts:1:2)' }), /^insides/],
    ['that never came', undefined, 'no answer'],
  ])('%s is a fault', (_, given, fault) => {
    expect(faultOf(put, given)).toMatch(fault)
  })

  it('of a busy server, with Retry-After, is no fault', () => {
    expect(faultOf(put, answer(503, { message: 'Busy' }, { 'retry-after': '1' }))).toBeUndefined()
  })

  it('may refuse an address that is too long, and no other', () => {
    const refused = answer(431, { message: 'The headers are too large.' })
    expect(faultOf({ ...put, target: `/api/things/${'x'.repeat(9_000)}` }, refused)).toBeUndefined()
    expect(faultOf(put, refused)).toMatch(/^431 is not declared/)
  })

  it('at an address that is not described is 404 in the shape of every error', () => {
    const elsewhere = { method: 'GET', target: '/api/things/1' }
    expect(faultOf(elsewhere, answer(200, {}))).toBe('200 at an address that is not described')
    expect(faultOf(elsewhere, answer(404, { error: 'x' }))).toContain('in another shape')
  })
})

describe('generated requests', () => {
  const [operation] = readOperations(description)
  const requests = (seed: number, numRuns: number) =>
    operation ? fc.sample(requestsFor(operation, { 'things.id': ['7'] }), { seed, numRuns }) : []
  const sent = (seed: number) =>
    requests(seed, 60).map(({ method, target, headers, body }) => {
      const content = createHash('sha256').update(body).digest('hex')
      return [method, target, ...headers, content].join(' ')
    })

  it('are the same for the same seed and others for another', () => {
    expect(sent(1)).toEqual(sent(1))
    expect(sent(1)).not.toEqual(sent(2))
  })

  it('are of every kind, the valid ones mostly with what exists', () => {
    const made = requests(3, 300)
    expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(requestKinds))
    const valid = made.filter(({ kind }) => kind === 'valid')
    const known = valid.filter(({ target }) => target === '/api/things/7')
    expect(known.length).toBeGreaterThan(valid.length / 2)
  })
})
