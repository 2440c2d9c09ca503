import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001::5:6:7:8:9:a', '2001:0:5:6::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
