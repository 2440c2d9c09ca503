import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'

const program = `
  const { lockDataFolder } = await import(process.argv[1])
  await lockDataFolder(process.argv[2])
  console.log('held')
  setInterval(() => {}, 1000)
`

async function startHolder(folder: string): Promise<ChildProcess> {
  const module = new URL('./data-folder-lock.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, module, folder])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a second server is refused with the id of the process that holds the folder', async () => {
  const folder = await temporaryFolder()
  const holder = await startHolder(folder)
  await expect(lockDataFolder(folder, 0)).rejects.toThrow(
    `Another server, process ${holder.pid}, already uses the data folder ${folder}.`,
  )
})

test('the folder is free after its process is killed, also for a process that waits', async () => {
  const folder = await temporaryFolder()
  const holder = await startHolder(folder)
  const waiting = lockDataFolder(folder)
  holder.kill('SIGKILL')
  const lock = await waiting
  await expect(lockDataFolder(folder, 0)).rejects.toThrow(`process ${process.pid}`)
  lock.release()
  const again = await lockDataFolder(folder, 0)
  again.release()
})
