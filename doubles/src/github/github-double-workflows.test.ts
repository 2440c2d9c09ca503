import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readRunCommand, readWorkflows } from './workflow-files.ts'

const folder = new URL('../../../.github/workflows/', import.meta.url)
const read = (file: string) => readFileSync(fileURLToPath(new URL(file, folder)), 'utf8')

test.each(readWorkflows())('$file can be started by hand, beside others', ({ file }) => {
  const text = read(file)
  expect(text).not.toContain('required: true')
  expect(text).not.toContain('concurrency')
})

test.each(['run-job.yml', 'ci.yml', 'release.yml'])(
  '%s may only read, and pins actions to their exact commit',
  (file) => {
    const text = read(file)
    expect(text).toContain('permissions:\n  contents: read\n')
    for (const [, used = ''] of text.matchAll(/uses: (.+)$/gm)) {
      expect(used).toMatch(/@[\da-f]{40} # v\d/)
    }
    // Values from outside are passed through the environment, never inserted into the script.
    expect(text).not.toMatch(/run: .*\$\{\{/)
  },
)

test('a run gets what its workflow passes on, and empty texts for the rest', () => {
  const settings = { secrets: { DATABASE_URL: 'postgres://db' }, variables: { SHEET_NAME: 'Data' } }
  const { args, environment } = readRunCommand('circuit-report.yml', { job_id: 'an-id' }, settings)
  expect(args).toEqual(['runner/src/main.ts', 'run', 'an-id'])
  expect(environment).toMatchObject({
    RUNNER_PLACE: 'github',
    JOB_TYPE: 'circuit-report',
    TARGETS: 'all',
    DATABASE_URL: 'postgres://db',
    SHEET_NAME: 'Data',
    STORAGE_URL: '',
  })
  const check = readRunCommand('check-settings.yml', { check_id: 'an-id' }, settings)
  expect(check.args).toEqual(['runner/src/main.ts', 'check', 'an-id'])
  expect(check.environment).toMatchObject({ JOB_TYPE: '' })
})
