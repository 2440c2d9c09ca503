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
    ['last-word', 'Jane Doe, Ph.D.', 'Jane', 'Doe Ph.D.'],
    ['comma', 'John Roe, RN', 'John', 'Roe RN'],
    ['comma', 'Mary Major, M.D.', 'Mary', 'Major M.D.'],
    ['last-word', 'Richard Miles, Elder', 'Richard', 'Miles Elder'],
    ['last-word', 'Paul Minor, MS', 'Paul', 'Minor MS'],
    ['last-word', 'Lea Poe, CPA', 'Lea', 'Poe CPA'],
    ['last-word', 'Ann Lee, MD, PhD', 'Ann', 'Lee MD PhD'],
    ['comma', 'Chen, Ma', 'Ma', 'Chen'],
    ['comma', 'De la Cruz, Ma. Teresa', 'Ma. Teresa', 'De la Cruz'],
    ['comma', 'Smith, John, Jr.', 'John', 'Smith Jr.'],
    ['comma', 'VAN DYKE, RUTH', 'RUTH', 'VAN DYKE'],
    ['last-word', 'MARIA DE LA CRUZ', 'MARIA', 'DE LA CRUZ'],
    ['last-word', 'JAN VAN DER BERG', 'JAN', 'VAN DER BERG'],
    ['last-word', 'ANH VAN NGUYEN', 'ANH VAN', 'NGUYEN'],
    ['last-word', 'MARTIN KING JR.', 'MARTIN', 'KING JR.'],
    ['last-word', 'Joe Bloggs 3rd', 'Joe', 'Bloggs 3rd'],
    ['last-word', 'João Silva Filho', 'João', 'Silva Filho'],
    ['last-word', 'Junior Lopez', 'Junior', 'Lopez'],
    ['last-word', '  Ann\u00a0 Lee ', 'Ann', 'Lee'],
  ] as const)('by %s: %s', (order, name, first, last) => {
    expect(splitName(name, order)).toEqual({ first, last })
  })
})
