import { startGithubDouble } from '@dashboard/doubles/github/github-double'
import { expect, it, onTestFinished } from 'vitest'
import { checkGithub } from './check-github.ts'

async function start() {
  const github = await startGithubDouble()
  onTestFinished(() => github.close())
  const check = async (changes: { token?: string; repo?: string; apiUrl?: string } = {}) => {
    const { token: own = github.access.token, ...others } = changes
    const credentials = { kind: 'token', token: own } as const
    const settings = { ...github.settings, credentials, ...others }
    const [token, workflows] = await checkGithub(settings, { warn() {} })
    return { token, workflows }
  }
  return { github, check }
}

it('finds nothing wrong, and starts no run', async () => {
  const { github, check } = await start()
  expect(await check()).toEqual({
    token: {
      name: 'GitHub token',
      ok: true,
      message: 'The token may start and read workflows in octo-org/dashboard.',
      fix: null,
    },
    workflows: {
      name: 'GitHub workflows',
      ok: true,
      message: 'All 6 workflows are there and enabled.',
      fix: null,
    },
  })
  expect(github.state.runs.size).toBe(0)
})

it('notices a token that may only read', async () => {
  const { github, check } = await start()
  github.access.rights = 'read'
  const { token, workflows } = await check()
  expect(token).toMatchObject({ ok: false, message: expect.stringContaining('lacks a right') })
  expect(token?.fix).toMatch(/Actions: Read and write/)
  expect(workflows?.ok).toBe(true)
})

it.each([
  [{ token: 'wrong' }, /does not accept GITHUB_TOKEN/, /Make a new one/],
  [
    { repo: 'elsewhere' },
    /does not give access to the repository octo-org\/elsewhere/,
    /Check GITHUB_RE/,
  ],
])('explains %o', async (changes, message, fix) => {
  const { check } = await start()
  const { token, workflows } = await check(changes)
  for (const each of [token, workflows]) {
    expect(each).toMatchObject({
      ok: false,
      message: expect.stringMatching(message),
      fix: expect.stringMatching(fix),
    })
  }
})

it('names the App where one is used', async () => {
  const github = await startGithubDouble({ asApp: true })
  onTestFinished(() => github.close())
  const check = () => checkGithub(github.settings, { warn() {} })
  expect(await check()).toMatchObject([
    {
      name: 'GitHub App',
      ok: true,
      message: 'The App may start and read workflows in octo-org/dashboard.',
    },
    { name: 'GitHub workflows', ok: true },
  ])
  github.access.rights = 'read'
  expect(await check()).toMatchObject([
    {
      name: 'GitHub App',
      ok: false,
      message: expect.stringContaining('The GitHub App lacks a right in octo-org/dashboard'),
      fix: expect.stringContaining('"Actions: Read and write"'),
    },
    { ok: true },
  ])
  if (github.app) github.app.isSuspended = true
  const suspended = {
    ok: false,
    message: 'GitHub refused (403): This installation has been suspended',
  }
  expect(await check()).toMatchObject([suspended, suspended])
})

it('says that GitHub is out of reach', async () => {
  const { github, check } = await start()
  const gone = await startGithubDouble()
  await gone.close()
  const { token } = await check({ apiUrl: gone.url })
  expect(token).toMatchObject({
    ok: false,
    message: 'GitHub cannot be reached: nothing answers at this address.',
    fix: "Check the server's network and GITHUB_API_URL, then retry.",
  })
  expect(github.exchanges).toEqual([])
})

it('names the workflows that are missing or disabled', async () => {
  const { github, check } = await start()
  const [first] = github.state.workflows
  if (first) first.state = 'disabled_manually'
  expect((await check()).workflows).toMatchObject({
    ok: false,
    message: `GitHub has disabled ${first?.file}.`,
    fix: 'Enable them on GitHub, under Actions.',
  })
  github.state.workflows.shift()
  expect((await check()).workflows).toMatchObject({
    ok: false,
    message: `The repository octo-org/dashboard lacks ${first?.file}.`,
  })
})
