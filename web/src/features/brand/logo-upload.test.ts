import { expect, it } from 'vitest'
import { logoProblem } from './logo-upload.ts'

const file = (name: string, type: string, sizeBytes: number) =>
  new File([new Uint8Array(sizeBytes)], name, { type })

it('logoProblem accepts PNG, JPEG and SVG under 2 MB', () => {
  expect(logoProblem(file('a.png', 'image/png', 10))).toBeUndefined()
  expect(logoProblem(file('a.jpg', 'image/jpeg', 10))).toBeUndefined()
  expect(logoProblem(file('a.svg', 'image/svg+xml', 2 * 1024 * 1024 - 1))).toBeUndefined()
})

it('logoProblem names the reason, the type first', () => {
  const typeMessage = 'Please upload a PNG, JPG, or SVG file.'
  expect(logoProblem(file('a.gif', 'image/gif', 10))).toBe(typeMessage)
  expect(logoProblem(file('a.mp4', 'video/mp4', 3 * 1024 * 1024))).toBe(typeMessage)
  expect(logoProblem(file('a', '', 10))).toBe(typeMessage)
  expect(logoProblem(file('a.png', 'image/png', 2 * 1024 * 1024))).toBe(
    'File size must be less than 2MB.',
  )
  expect(logoProblem(file('a.png', 'image/png', 0))).toBe('The file is empty.')
})
