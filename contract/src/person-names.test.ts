import { expect, test } from 'vitest'
import { nameText, usernameText } from './person-names.ts'

const invisible = 'Username must not contain invisible or control characters'

test.each([
  ['nothing', '', 'Username is required'],
  ['blanks', ' \u00a0\u2003', 'Username is required'],
  ['zero-width spaces', '\u200b\u200b', 'Username is required'],
  ['fillers', '\u3164\u115f\u2800', 'Username is required'],
  ['NUL', '\0', 'Username is required'],
  ['NUL within', 'a\0b', invisible],
  ['a line break', 'a\nb', invisible],
  ['a zero-width space', 'ad\u200bmin', invisible],
  ['a joiner', 'ad\u200dmin', invisible],
  ['a soft hyphen', 'ad\u00admin', invisible],
  ['a change of direction', 'ad\u202emin', invisible],
  ['a filler', 'ad\u3164min', invisible],
  ['a variation selector', 'admin\ufe0f', invisible],
  ['a tag', 'admin\u{e0061}', invisible],
  ['half a character', 'ad\ud800min', invisible],
  ['101 characters', 'a'.repeat(101), 'Use at most 100 characters'],
])('refuses %s as a username', (_what, text, message) => {
  expect(
    usernameText()
      .safeParse(text)
      .error?.issues.map((issue) => issue.message),
  ).toEqual([message])
})

test.each([
  ['NUL', 'A\0da', 'First name must not contain control characters'],
  ['half a character', 'A\udc00da', 'First name must not contain control characters'],
  ['a line separator', 'A\u2028da', 'First name must not contain control characters'],
  ['only what is invisible', '\u200b', 'First name is required'],
])('refuses %s as a first name', (_what, text, message) => {
  const issues = nameText('First name').safeParse(text).error?.issues
  expect(issues?.map((issue) => issue.message)).toEqual([message])
})

test('composes characters, and preserves the joiners that some scripts need in names', () => {
  expect(usernameText().parse(' Zoe\u0308 ')).toBe('Zo\u00eb')
  expect(usernameText().parse('李雷 o’neill-42@x')).toBe('李雷 o’neill-42@x')
  expect(nameText('Last name').parse('ع\u200cلی')).toBe('ع\u200cلی')
})
