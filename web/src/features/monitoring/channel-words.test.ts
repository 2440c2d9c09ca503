import { expect, test } from 'vitest'
import { channelStatus, waitingText } from './channel-words.ts'

const failure = { message: 'It cannot be reached.', at: '2026-11-20', nextTryAt: null }

test.each([
  [{ isConfigured: false, lastSentAt: null, failure }, 'Not set up'],
  [{ isConfigured: true, lastSentAt: null, failure: null }, 'Set up'],
  [{ isConfigured: true, lastSentAt: '2026-11-20', failure: null }, 'Working'],
  [{ isConfigured: true, lastSentAt: '2026-11-20', failure }, 'Failing'],
])('a channel with %j is called %s', (state, word) => {
  expect(channelStatus(state).word).toBe(word)
})

test('what waits is counted', () => {
  expect([0, 1, 2000].map(waitingText)).toEqual(['', ' · 1 waiting', ' · 2,000 waiting'])
})
