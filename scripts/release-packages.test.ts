import { expect, it } from 'vitest'
import { lockedPackages } from './release-packages.ts'

it('takes what is needed from where Node would find it, and nothing else', () => {
  const packages = {
    '': {},
    'node_modules/pictures': {
      dependencies: { codec: '2' },
      optionalDependencies: { 'codec-linux': '1', 'codec-of-no-system': '1' },
    },
    'node_modules/pictures/node_modules/codec': { version: '2.0.0', dependencies: { bytes: '1' } },
    'node_modules/codec': { version: '1.0.0' },
    'node_modules/codec-linux': { version: '1.0.0' },
    'node_modules/bytes': { version: '1.0.0', dependencies: { pictures: '1' } },
    'node_modules/tests': { version: '1.0.0' },
  }
  const taken = lockedPackages({ lockfileVersion: 3, packages }, ['pictures'])
  expect(Object.keys(taken)).toEqual([
    'node_modules/bytes',
    'node_modules/codec-linux',
    'node_modules/pictures',
    'node_modules/pictures/node_modules/codec',
  ])
})
