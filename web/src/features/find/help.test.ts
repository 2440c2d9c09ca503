import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { helpFor, helpOf, helpTopics } from './help.ts'

const screens = Object.values(paths).filter((address) =>
  /^.(dashboard|profile|admin)/.test(address),
)

it.each(screens)('there is help for %s', (address) => {
  expect(helpFor(address.replace('*', 'NY-1'))).toBeDefined()
})

it('distinguishes the screens below an address', () => {
  expect(helpFor('/dashboard/circuits/NY-1')?.title).toBe('Circuits and congregations')
  expect(helpFor('/dashboard/sync/imports/1')?.title).toBe('Imports')
  expect(helpFor('/dashboard/sync')?.title).toBe('Locust Sync')
  expect(helpFor('/nowhere')).toBeUndefined()
})

it.each(helpTopics)('$title explains its purpose and answers three questions', (topic) => {
  expect(topic.purpose).toMatch(/^\S[^\n]+\.$/)
  expect(topic.questions).toHaveLength(3)
  for (const { question, answer } of topic.questions) {
    expect(question).toMatch(/\?$/)
    expect(answer).toMatch(/\.$/)
    // Texts are shown without rendering Markdown.
    expect(question + answer).not.toMatch(/[*_`[\]#|]/)
  }
})

it('shows the topics of administrators to them only', () => {
  const titles = (isAdmin: boolean) => helpOf({ isAdmin }).map(({ title }) => title)
  expect(titles(true)).toContain('Audit Log')
  expect(titles(false)).not.toContain('Audit Log')
  expect(titles(false)).toContain('Reports')
})
