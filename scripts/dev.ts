import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { endProgram, startProgram, waitForEnd, waitForSignal } from './programs.ts'

/** Starts server and web app with reload, and a double of Locust; data stay in `data/dev`. */

const root = fileURLToPath(new URL('..', import.meta.url))
const webPort = 5173
/** The port to which web/vite.config.ts forwards the API. */
const apiPort = 3000
const dataDir = join(root, 'data/dev')
mkdirSync(dataDir, { recursive: true })

const signal = waitForSignal()
const locust = await startLocustDouble()
const tool = (name: string) => join(root, 'node_modules/.bin', name)
const programs = [
  startProgram(tool('node'), ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
    cwd: root,
    env: {
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'dashboard',
      LOCUST_URL: locust.url,
      LOCUST_TOKEN: locustToken,
      ...process.env,
      PORT: String(apiPort),
    },
  }),
  startProgram(tool('vite'), ['--port', String(webPort), '--strictPort'], {
    cwd: join(root, 'web'),
  }),
]
console.log(
  `Open http://127.0.0.1:${webPort} and sign in as "admin" with the password "dashboard". Ctrl+C ends it.`,
)

const reason = await Promise.race([signal, ...programs.map(waitForEnd)])
await Promise.all(programs.map(endProgram))
await locust.close()
// A program that ended by itself has already printed the reason.
process.exit(reason === 'signal' ? 0 : 1)
