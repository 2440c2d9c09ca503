import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { closeServer, listenOnLoopback } from '@dashboard/doubles/loopback-server'

/**
 * Folders with data that many specs begin with. The process that runs the specs makes each of them when the first
 * worker asks for it, so that neither a worker that ends nor one that waits too long takes it away from the others.
 */

const addressVariable = 'SPECS_SHARED_FOLDERS'

export type Makers = Record<string, (folder: string) => Promise<void>>

/** Makes folders in the given one for whoever calls `sharedFolder`. Returns what ends that. */
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

/** The shared folder of that name, made when nobody has asked for it before. */
export async function sharedFolder(name: string): Promise<string> {
  const address = process.env[addressVariable]
  if (address === undefined) throw new Error('Nobody shares folders in this run')
  const response = await fetch(`${address}/${name}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`The shared folder ${name} was not made: ${text}`)
  return text
}
