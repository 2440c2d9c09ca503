import { writeFile } from 'node:fs/promises'
import { allEndpoints } from '@dashboard/contract/all-endpoints'
import type { Endpoint } from '@dashboard/contract/endpoint'
import { sheetColumns } from '@dashboard/contract/sheet-columns'
import { runJob } from '@dashboard/runner/run-job'
import { expect, test } from 'vitest'
import { signedInWithSheet } from './sheet-user.ts'

const secret = 'Contact nobody should read'

/** Returns a sheet of two volunteers whose emergency contacts all hold the secret, and this text. */
function sheetOf(text: string): string {
  const row = (name: string) =>
    sheetColumns.map((title) => {
      if (title.startsWith('Emergency Contact')) return `${secret} ${text} ${title}`
      const required = { 'First Name': name, 'Last Name': 'Lee', Circuit: 'NY-1' }
      return (
        { ...required, Congregation: 'Park' }[title as keyof typeof required | 'Congregation'] ?? ''
      )
    })
  return [sheetColumns, row('Ann'), row('Bo')].map((cells) => cells.join(',')).join('\n')
}

test('emergency contacts are answered only by calls that the audit log records', async () => {
  const setup = await signedInWithSheet(sheetOf('before'))
  const { db, post, path } = setup
  const admin = await setup.as('admin')
  expect((await post('/api/import/sheets')).status).toBe(200)
  await writeFile(path, sheetOf('after'))
  const last = await post('/api/import/sheets')
  expect(last.status).toBe(200)
  await writeFile(path, sheetOf('later'))
  const review = (await post('/api/imports/review')).body
  await runJob(review.jobId, { ...setup, shutdown: new AbortController().signal })
  const imports = await db.selectFrom('imports').select('id').execute()
  const volunteer = await db.selectFrom('volunteers').select('id').executeTakeFirstOrThrow()

  const idsOf = (path: string) => {
    if (path.startsWith('/api/imports/')) return imports.map(({ id }) => id)
    if (path.startsWith('/api/volunteers/')) return [volunteer.id]
    return [path.startsWith('/api/jobs/') ? last.body.jobId : 'none']
  }
  const addressesOf = ({ path }: Endpoint) =>
    idsOf(path).map((id) =>
      path
        .replace('/circuits/:name', '/circuits/NY-1')
        .replace(':congregation', 'Park')
        .replace(/:\w+/, id),
    )
  const leaks: string[] = []
  const answered = new Set<string>()
  for (const endpoint of allEndpoints.filter(({ method }) => method === 'GET')) {
    for (const url of addressesOf(endpoint)) {
      const { statusCode, body } = await admin.inject({ method: 'GET', url })
      if (statusCode === 200) answered.add(endpoint.name)
      if (body.includes(secret)) leaks.push(endpoint.name)
    }
  }
  expect(leaks).toEqual(['readEmergencyContacts'])
  expect([...answered]).toEqual(
    expect.arrayContaining(['getVolunteer', 'listImportChanges', 'getJob']),
  )

  const changes = await admin.inject({ url: `/api/imports/${review.importId}/changes` })
  const both = ['Emergency Contact', 'Emergency Contact 2'].map((field) => ({
    field,
    before: 'changed',
    after: 'changed',
  }))
  expect(changes.json().changes[0].fields).toHaveLength(2)
  expect(changes.json().changes[0].fields).toEqual(expect.arrayContaining(both))
  const { volunteer: shown } = (
    await admin.inject({ url: `/api/volunteers/${volunteer.id}` })
  ).json()
  expect(shown.history[0].fields).toHaveLength(2)
  // The runner that describes the spreadsheet has the settings of the environment, so a file is described.
  const { upload } = (
    await admin.inject({
      method: 'POST',
      url: '/api/sheets?name=uploaded.csv',
      headers: { 'content-type': 'application/octet-stream' },
      payload: sheetOf('uploaded'),
    })
  ).json()
  const described = await admin.inject({ url: `/api/columns?upload=${upload.id}` })
  expect(described.body).not.toContain(secret)
  const samples = described
    .json()
    .head.columns.map((column: { samples: string[] }) => column.samples)
  expect(samples.slice(-10)).toEqual(Array(10).fill(['changed']))
})

test('samples are withheld according to the stored match, even if the columns have another order now', async () => {
  const { as } = await signedInWithSheet(sheetOf('before'))
  const admin = await as('admin')
  const describeFile = async (text: string) => {
    const headers = { 'content-type': 'application/octet-stream' }
    const uploaded = await admin.inject({
      method: 'POST',
      url: '/api/sheets?name=uploaded.csv',
      headers,
      payload: text,
    })
    return admin.inject({ url: `/api/columns?upload=${uploaded.json().upload.id}` })
  }
  const titles = ['First Name', 'Last Name', 'Circuit', 'Congregation', 'Remark']
  const cells = ['Ann', 'Lee', 'NY-1', 'Park', secret]
  const { proposal } = (await describeFile(`${titles}\n${cells}`)).json().head
  const columns = proposal.columns.map((column: { title: string }) =>
    column.title === 'Remark' ? { ...column, use: 'Emergency Contact Name' } : column,
  )
  const payload = { name: 'Roster', match: { ...proposal, columns } }
  await admin.inject({ method: 'PUT', url: '/api/column-matches', payload })
  const [again, turned] = [
    await describeFile(`${titles}\n${cells}`),
    await describeFile(`${titles.toReversed()}\n${cells.toReversed()}`),
  ]
  expect([again, turned].map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(again.body + turned.body).not.toContain(secret)
})
