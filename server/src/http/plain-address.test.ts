import { expect, test } from 'vitest'
import { isPlainAddress } from './plain-address.ts'

test.each([
  '/',
  '/login',
  '/assets/app-1a2b.js',
  '/api/jobs?limit=5&x=//..',
  '/api/docs/',
  '/api/users/%C3%BC',
  '/.well-known/x',
  '/a..b/...',
  'http://dashboard.test/api/users',
])('%s is an address', (target) => {
  expect(isPlainAddress(target)).toBe(true)
})

test.each([
  '//api/users',
  '/api//users',
  '/api/./users',
  '/api/users/..',
  '/api/%2e%2E/users',
  '/%2fapi/users',
  '/..%5c..%5cetc',
  '/\\api',
  '/assets/%00',
  '/a%0ab',
  '/a%7f',
  '/%ff',
  '/%zz',
  '*',
  'http://dashboard.test',
  'http://dashboard.test//api',
])('%s is none', (target) => {
  expect(isPlainAddress(target)).toBe(false)
})
