import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test.each(['npm start', 'npm test'])(
  '%s stands at the top of the README, with what it needs and how long it takes',
  (command) => {
    const top = readme.slice(0, readme.indexOf('\n## '))
    expect(top).toContain('| Command | What it does | Needs | Takes |')
    const row = top.split('\n').find((line) => line.startsWith(`| \`${command}\` |`)) ?? ''
    const [, , , needs, takes] = row.split('|').map((cell) => cell.trim())
    expect(needs).toMatch(/\w/)
    expect(takes).toMatch(/\d+ minutes?/)
  },
)
