import { expect, it } from 'vitest'
import { deviceOf } from './begin-session.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-S918B) ${webKit} SamsungBrowser/21.0 Chrome/110.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on macOS',
  ],
  [`${iPhone} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [
    `${iPhone} (KHTML, like Gecko) CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
])('%s is called %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

it.each([undefined, '', 'curl/8.5.0', '<b>mine</b>/1 x', 'x'.repeat(10_000)])(
  'a text that names no device, or is not from a browser, is unknown: %j',
  (userAgent) => {
    expect(deviceOf(userAgent)).toBe('Unknown device')
  },
)

it('never contains text from the caller', () => {
  expect(deviceOf('My own browser/1.0 (Windows NT 10.0)')).toBe('Windows')
})
