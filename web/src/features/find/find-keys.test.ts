import { expect, it } from 'vitest'
import { shortcutOf } from './find-keys.ts'

const plain = {
  key: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  target: null,
}

it.each([
  [{ key: 'k', ctrlKey: true }, 'find'],
  [{ key: 'K', metaKey: true }, 'find'],
  [{ key: 'k' }, undefined],
  [{ key: 'k', ctrlKey: true, shiftKey: true }, undefined],
  [{ key: 'k', ctrlKey: true, altKey: true }, undefined],
  [{ key: 'k', ctrlKey: true, isComposing: true }, undefined],
  [{ key: '?', shiftKey: true }, 'help'],
  [{ key: '?', ctrlKey: true }, undefined],
  [{ key: '?', isComposing: true }, undefined],
])('%j is the shortcut %s', (pressed, shortcut) => {
  expect(shortcutOf({ ...plain, ...pressed })).toBe(shortcut)
})
