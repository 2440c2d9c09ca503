import { expect, test } from 'vitest'
import { bellCount, bellLabel } from './notice-bell.tsx'

test.each([
  [0, '0', 'Notices'],
  [1, '1', 'Notices, 1 unread'],
  [99, '99', 'Notices, 99 unread'],
  [1000, '99+', 'Notices, 1,000 unread'],
])('%i unread are %s on the bell, which is called %s', (unread, count, label) => {
  expect([bellCount(unread), bellLabel(unread)]).toEqual([count, label])
})
