import { expect, it } from 'vitest'
import { correctionReasons } from './volunteer-labels.ts'

it('correctionReasons says how many have to be corrected for which reason, and where one person counts for several', () => {
  const marks = { 'wrong-number': 3, 'no-phone': 2, 'doubtful-phone': 0, 'no-email': 0 }
  expect(correctionReasons(5, marks)).toBe('3 wrong numbers, 2 without any')
  expect(correctionReasons(1_202, { 'no-phone': 1, 'doubtful-phone': 1, 'no-email': 1_200 })).toBe(
    '1 without a phone number, 1 doubtful number, 1,200 without e-mail',
  )
  expect(correctionReasons(2, { 'no-phone': 2, 'no-email': 1 })).toBe(
    '2 without a phone number, 1 without e-mail; one person can have several',
  )
})
