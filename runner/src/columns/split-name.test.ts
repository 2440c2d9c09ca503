import { describe, expect, it } from 'vitest'
import { splitName } from './split-name.ts'

describe('whole names', () => {
  it.each([
    ['last-word', 'Ann Mary Lee', 'Ann Mary', 'Lee'],
    ['first-word', 'Ana Gómez Ruiz', 'Ana', 'Gómez Ruiz'],
    ['family-first', 'Kim Min Jun', 'Min Jun', 'Kim'],
    ['comma', 'Lee,  Ann Mary', 'Ann Mary', 'Lee'],
    ['last-word', 'Lee, Ann', 'Ann', 'Lee'],
    ['comma', 'Prince', '', 'Prince'],
    ['last-word', 'Pat Smith, Jr.', 'Pat', 'Smith Jr.'],
    ['last-word', 'Smith, Jr., Pat', 'Pat', 'Smith Jr.'],
    ['last-word', 'Dr. Pat Smith III', 'Dr. Pat', 'Smith III'],
    ['first-word', 'Dr. Pat Smith', 'Dr. Pat', 'Smith'],
    ['family-first', 'Dr. Kim Min Jun', 'Dr. Min Jun', 'Kim'],
    ['last-word', 'Jan van der Berg', 'Jan', 'van der Berg'],
    ['last-word', 'Ana De La Cruz', 'Ana', 'De La Cruz'],
    ['last-word', 'Anh Van Nguyen', 'Anh Van', 'Nguyen'],
    ['last-word', 'Jan Van Der Berg', 'Jan', 'Van Der Berg'],
    ['last-word', 'Leo Di Caprio', 'Leo', 'Di Caprio'],
    ['last-word', 'Anna St. John', 'Anna', 'St. John'],
    ['last-word', 'Ann Lee (regular pioneer)', 'Ann', 'Lee (regular pioneer)'],
    ['comma', 'O’Brien, Mary Ann (Jo)', 'Mary Ann', 'O’Brien (Jo)'],
    ['last-word', 'João Silva Filho', 'João', 'Silva Filho'],
    ['last-word', 'Junior Lopez', 'Junior', 'Lopez'],
    ['last-word', '  Ann\u00a0 Lee ', 'Ann', 'Lee'],
  ] as const)('by %s: %s', (order, name, first, last) => {
    expect(splitName(name, order)).toEqual({ first, last })
  })
})
