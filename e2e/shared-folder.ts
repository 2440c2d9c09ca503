import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { closeServer, listenOnLoopback } from '@dashboard/doubles/loopback-server'

/**
 * Shares folders with data that many specs begin with. The process that runs the specs creates each folder when the
 * first worker requests it, so that the folder is not lost when a worker ends or times out.
 */

const addressVariable = 'SPECS_SHARED_FOLDERS'

export type Makers = Record<string, (folder: string) => Promise<void>>

/** Creates folders in `parent` for callers of `sharedFolder`. Returns a function that stops it. */
export async function shareFolders(parent: string, makers: Makers): Promise<() => Promise<void>> {
  const made = new Map<string, Promise<string>>()
  const make = async (name: string): Promise<string> => {
    const folder = join(parent, name)
    await mkdir(folder)
    await makers[name]?.(folder)
    return folder
  }
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    const folder = made.get(name) ?? make(name)
    made.set(name, folder)
    folder.then(
      (path) => response.end(path),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  process.env[addressVariable] = await listenOnLoopback(server)
  return () => closeServer(server)
}

/** Returns the shared folder with this name, which is created at the first request. */
export async function sharedFolder(name: string): Promise<string> {
  const address = process.env[addressVariable]
  if (address === undefined) throw new Error('Nobody shares folders in this run')
  const response = await fetch(`${address}/${name}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`The shared folder ${name} was not made: ${text}`)
  return text
}
