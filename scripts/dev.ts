import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locustToken, startLocustDouble } from '../e2e/doubles/locust-double.ts'

/** Server and web with reload, beside a small Locust of its own; the data stay in `data/dev`. */

const root = fileURLToPath(new URL('..', import.meta.url))
const webPort = 5173
const dataDir = join(root, 'data/dev')
mkdirSync(dataDir, { recursive: true })

const locust = await startLocustDouble()
const programs = [
  start('node', ['--watch', '--watch-preserve-output', 'server/src/main.ts'], root, {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'dashboard',
    LOCUST_URL: locust.url,
    LOCUST_TOKEN: locustToken,
  }),
  start('vite', ['--port', String(webPort), '--strictPort'], join(root, 'web'), {}),
]
console.log(
  `Open http://localhost:${webPort} and sign in as "admin" with the password "dashboard".`,
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    for (const program of programs) program.kill(signal)
    await locust.close()
    process.exit(0)
  })
}

function start(command: string, args: string[], cwd: string, environment: NodeJS.ProcessEnv) {
  return spawn(join(root, 'node_modules/.bin', command), args, {
    cwd,
    env: { ...environment, ...process.env },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
}
