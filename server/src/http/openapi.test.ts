import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { installedWith } from '@dashboard/store/test/zones'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from './openapi.ts'

const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })),
  requestBody: z
    .object({ required: z.boolean(), content: z.record(z.string(), z.unknown()) })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), z.unknown()).optional() }),
  ),
})
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

const program = { version: '1.2.3', commit: 'c0ffee' }
const { paths } = Description.parse(JSON.parse(JSON.stringify(describeApi(allEndpoints, program))))

test('names version and commit', () => {
  expect(describeApi(allEndpoints, program).info).toMatchObject({
    version: '1.2.3',
    description: 'Version 1.2.3, commit c0ffee.',
  })
})

test('calls the outside system by the installation’s name for it', () => {
  installedWith({ outsideSystem: 'Helfer $& Co' })
  // Titles of the sheet's columns keep their wording.
  const text = JSON.stringify(describeApi(allEndpoints, program))
  expect(text.match(/"summary":"[^"]*Locust/)).toBeNull()
  expect(text).toContain('Queue an export from Helfer $& Co into the spreadsheet')
})

test('describes every endpoint once, under a unique name', () => {
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(names.sort()).toEqual(allEndpoints.map(({ name }) => name).sort())
})

test('describes the callers, the input, the output and the errors', () => {
  const cancel = paths['/api/jobs/{id}/cancel']?.post
  expect(cancel?.security).toEqual([{ session: [] }, { accessToken: [] }])
  expect(paths['/api/auth/factors']?.get?.security).toEqual([{ session: [] }])
  expect(cancel?.parameters).toEqual([
    expect.objectContaining({ name: 'id', in: 'path', required: true }),
  ])
  expect(cancel?.requestBody?.required).toBe(false)
  expect(Object.keys(cancel?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '429',
    '503',
  ])
  expect(Object.keys(paths['/api/users']?.post?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '403']),
  )
  expect(paths['/api/auth/login']?.post?.security).toEqual([])
  expect(paths['/api/jobs']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'limit', in: 'query', required: false }),
  )
})

test.each([
  ['/api/auth/login', 'post', ['200', '400', '401', '403', '413', '415', '429', '503']],
  ['/api/users', 'post', ['201', '400', '401', '403', '409', '413', '415', '429', '503']],
  [
    '/api/users/{id}',
    'delete',
    ['200', '400', '401', '403', '404', '409', '413', '415', '429', '503'],
  ],
  ['/api/jobs', 'get', ['200', '304', '400', '401', '503']],
  ['/api/reports/{id}/download', 'get', ['200', '401', '404', '502', '504', '503']],
  [
    '/api/brand-settings/uploads/{ticket}',
    'put',
    ['200', '400', '404', '410', '413', '415', '502', '503'],
  ],
  [
    '/api/import/sheets',
    'post',
    ['200', '400', '401', '403', '409', '413', '415', '422', '429', '502', '503'],
  ],
])('%s (%s) declares the statuses that occur', (path, method, statuses) => {
  const declared = Object.keys(paths[path]?.[method]?.responses ?? {})
  expect(declared.sort()).toEqual([...(statuses ?? [])].sort())
})

test('describes files by their media type', () => {
  expect(paths['/api/reports/{id}/download']?.get?.responses[200]?.content).toEqual({
    'application/pdf': { schema: { type: 'string', format: 'binary' } },
  })
  const upload = paths['/api/brand-settings/uploads/{ticket}']?.put
  expect(Object.keys(upload?.requestBody?.content ?? {})).toEqual(['image/*'])
})
