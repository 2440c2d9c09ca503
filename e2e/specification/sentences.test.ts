import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sections } from './sentences/all.ts'

const folder = new URL('.', import.meta.url)
const asserted = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts'))
  .flatMap((name) => sentencesOf(readFileSync(new URL(name, folder), 'utf8')))

function sentencesOf(source: string): string[] {
  const calls = source.matchAll(/\bsays\(\s*(['"`])((?:(?!\1).)+)\1/g)
  return Array.from(calls, ([, , sentence = '']) => sentence)
}

test.each(Object.entries(sections))('each sentence about %s is asserted', (_, sentences) => {
  expect(sentences.filter((sentence) => !asserted.includes(sentence))).toEqual([])
})

test('no sentence is asserted twice', () => {
  expect(asserted.filter((sentence, index) => asserted.indexOf(sentence) !== index)).toEqual([])
})
