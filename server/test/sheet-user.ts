import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startTestApp } from './app.ts'

/** Three volunteers in two circuits, for tests. */
export const smallSheet = [
  'First Name,Last Name,Circuit,Congregation',
  'Ann,Lee,NY-10,Central',
  'Bo,Ray,NY-2,Central',
  'Cy,Fox,NY-2,East',
].join('\n')

/** Returns a signed-in user of a server whose sheet is a CSV file with this text, or does not exist. */
export async function signedInWithSheet(text?: string) {
  const path = join(tmpdir(), `${randomUUID()}.csv`)
  onTestFinished(() => rm(path, { force: true }))
  if (text !== undefined) await writeFile(path, text)
  const app = await startTestApp({
    settings: { spreadsheet: { kind: 'file', path, format: 'csv' } },
  })
  const user = await app.as('user')
  const post = async (url: string, payload?: object) => {
    const response = await user.inject({ method: 'POST', url, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  const get = async (url: string) => (await user.inject({ method: 'GET', url })).json()
  return { ...app, user: user.user, post, get, path }
}
