import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDoubleState, stepNames } from './github-double-state.ts'

const folder = new URL('../../../.github/workflows/', import.meta.url)
const read = (file: string) => readFileSync(fileURLToPath(new URL(file, folder)), 'utf8')

test.each(createDoubleState('octo-org/dashboard').workflows)(
  '$file is named, started and called as the double has it',
  ({ file, name, inputs, titleOf }) => {
    const text = read(file)
    expect(text).toContain(`\nname: ${name}\n`)
    const [, runName] = /^run-name: (.+)$/m.exec(text) ?? []
    expect(runName?.replace(/\$\{\{ inputs\.job_id \}\}/, 'an-id')).toBe(
      titleOf({ job_id: 'an-id' }),
    )
    expect(text).toMatch(/^ {2}workflow_dispatch:\n {4}inputs:\n {6}job_id:/m)
    expect(inputs).toEqual(['job_id'])
    expect(text).toContain('uses: ./.github/workflows/run-job.yml')
    expect(text).not.toContain('concurrency')
  },
)

test('the steps have the names for which the dashboard has texts', () => {
  const named = [...read('run-job.yml').matchAll(/^ +- name: (.+)$/gm)].map(([, name]) => name)
  expect(['Set up job', ...named, 'Complete job']).toEqual([...stepNames])
})

test.each(['run-job.yml', 'ci.yml'])(
  '%s may only read, and takes actions by their exact commit',
  (file) => {
    const text = read(file)
    expect(text).toContain('permissions:\n  contents: read\n')
    for (const [, used = ''] of text.matchAll(/uses: (.+)$/gm)) {
      expect(used).toMatch(/@[\da-f]{40} # v\d/)
    }
    // A value from outside is passed through the environment, never inserted into the script.
    expect(text).not.toMatch(/run: .*\$\{\{/)
  },
)
