import { unprotectCell } from '@dashboard/contract/protected-cell'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCsv, parseCsv } from './csv-text.ts'

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

function read(text: string | Uint8Array, size = 1024): Promise<string[][]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return Array.fromAsync(parseCsv(pieces(bytes, size)))
}

const cells = fc
  .string({ unit: 'grapheme' })
  .map((text) => text.replace(/[\uFEFF\uD800-\uDFFF]/g, '').replaceAll('\r\n', '\n'))

describe('reading', () => {
  test.each([
    ['commas', 'City,"Tags"\r\n1,"x, y;z;z"\r\n'],
    ['semicolons', 'City;Tags\n1;"x, y;z;z"\n'],
    ['tabs', 'city\ttags\n1\tx, y;z;z\n'],
    ['a title above', 'Volunteers;all\n\nCity\tTags\n1\tx, y;z;z'],
    ['old line ends', 'City,Tags\r1,"x, y;z;z"\r'],
    ['mixed line ends', 'Volunteers\n\nCity,Tags\r\n1,"x, y;z;z"\r\n'],
    ['a byte order mark', '\uFEFFCity,Tags\n1,"x, y;z;z"\n'],
    ['no line end at the end', 'City,Tags\n1,"x, y;z;z"'],
  ])('with %s', async (_, text) => {
    expect(await read(text)).toContainEqual(['1', 'x, y;z;z'])
  })

  test('quotes, line ends within quotes, and other scripts', async () => {
    expect(await read('name\n"Ann ""Bo"" Lee"\n"two\nlines"\n张伟\n')).toEqual([
      ['name'],
      ['Ann "Bo" Lee'],
      ['two\nlines'],
      ['张伟'],
      [''],
    ])
  })

  test('UTF-16, as old Excel saves it', async () => {
    const text = Buffer.from('\uFEFFCity\tZone\nMálaga\t張\n', 'utf16le')
    expect(await read(text)).toContainEqual(['Málaga', '張'])
  })

  test('in pieces of any size, cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cells, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        async (rows, size) => {
          const table = [['first', 'second'], ...rows]
          const found = await read(formatCsv(table), size)
          expect(found.slice(0, -1).map((row) => row.map(unprotectCell))).toEqual(table)
        },
      ),
    )
  })

  test('far more than one piece', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`${index}`, `"é", ${index}\n`])
    expect(await read(formatCsv(rows), 64 * 1024)).toEqual([...rows, ['']])
  })
})

describe('text that is not valid CSV', () => {
  test.each([
    ['an open quotation mark', 'a,b\n1,"x\n2,y\n', 2],
    ['text behind a closed one', 'a,b\n1,x\n2,"y"z"\n', 3],
  ])('%s is refused with its row', async (_, text, row) => {
    await expect(read(text)).rejects.toThrow(
      `A quotation mark (") is missing or in the wrong place, in or after row ${row}.`,
    )
  })

  test('an endless row is refused with that reason', async () => {
    await expect(read(`a,b\n${'1,'.repeat(3_000_000)}`, 64 * 1024)).rejects.toThrow(
      'Row 2 is too long for a row of a table.',
    )
  })

  test('another encoding is refused', async () => {
    await expect(read(Buffer.from('name\nJos\xe9\n', 'latin1'))).rejects.toThrow(
      'The text is not in UTF-8. Save it as "CSV UTF-8", then try again.',
    )
  })

  test('an unclosed quotation mark at the top of a long file is noticed early', async () => {
    const startedAt = performance.now()
    await expect(read(`a,b\n"1,x\n${'2,y\n'.repeat(3_000_000)}`, 64 * 1024)).rejects.toThrow(
      'row 2',
    )
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

test.each(['=1+1', '+1', '-1', '@a', '\tx', '\rx', "'=1", "''@"])(
  'a spreadsheet does not run %j, and it is read back unchanged',
  (cell) => {
    expect(formatCsv([[cell]])).toMatch(/^"?'/)
    expect(
      unprotectCell(
        formatCsv([[cell]])
          .trimEnd()
          .replaceAll('"', ''),
      ),
    ).toBe(cell.trimEnd())
  },
)

describe('the separator where titles are not ours', () => {
  test.each([
    [
      ';',
      'Nombre;Apellido;Disponible\nAna;Ruiz;lunes, martes, jueves, viernes\nLuis;Gómez;domingo\n',
    ],
    ['\t', 'Nombre\tNotas\nAna\tviene lunes, martes, jueves\nLuis\t\n'],
    ['|', 'Nombre|Notas\nAna|lunes, martes\n'],
    ['|', 'First Name|Last Name\nAnn|Lee\n'],
    [',', 'Nombre,Notas\nAna,"lunes; martes; jueves"\nLuis,"a; b; c"\n'],
    [',', 'Name,Phone,Days\nAna,1,Monday;Tuesday;Wednesday;Thursday;Friday\nBen,2,Saturday\n'],
    [',', 'Name,Days\nAna,Mon;Tue\nBen,Sat;Sun\n'],
    [',', `Name,City,Days\nAna,Rome\nBen\nCy,Bonn,Mo;Di\nDi,Ulm,Fr\n`],
    [';', 'Name;City\n"Ruiz, Ana ""Ani""";Rome\n"Ortiz, Ben";"Bonn\nam Rhein"\n'],
    ['|', 'Name|Height\nAna|5" or 6"\nBen|5,1\n'],
  ])('is %j', async (separator, text) => {
    const [line = ''] = text.split('\n')
    expect((await read(text))[0]).toEqual(line.split(separator))
  })
})

describe('the separator', () => {
  const days = 'Monday;Tuesday;Wednesday;Thursday;Friday;Saturday;Sunday'

  test('is not taken from a note, although days are titles of ours', async () => {
    const titles = 'First Name,Last Name,Circuit,Congregation,Availability Note'
    const text = `${titles}\nAnna,Novak,NY-1,Central,${days}\nBen,Ortiz,NY-1,East,\n`
    expect((await read(text)).map((cells) => cells.length)).toEqual([5, 5, 5, 1])
  })

  test('is the one of the table below lines with others', async () => {
    const above = 'Freiwillige im Kreis D-1\nStand: 1.10.2026, 12 Uhr, Büro\n'
    const table = 'Name;Tage\nAnna Groß;Mo, Di, Mi, Do, Fr vormittags, Sa\nBen Ost;Sa, So\n'
    expect(await read(above + table)).toEqual([
      ['Freiwillige im Kreis D-1'],
      ['Stand: 1.10.2026, 12 Uhr, Büro'],
      ['Name', 'Tage'],
      ['Anna Groß', 'Mo, Di, Mi, Do, Fr vormittags, Sa'],
      ['Ben Ost', 'Sa, So'],
      [''],
    ])
  })

  test('is, of two that split evenly, the one with titles of ours', async () => {
    const text = 'Note, if any, of all;Circuit\na, b, c;NY-1\n'
    expect((await read(text))[0]).toEqual(['Note, if any, of all', 'Circuit'])
  })
})

test('rows end with a carriage return where only cells have other line ends', async () => {
  const text = 'Name,Note,City\rAna,"mornings\nor evenings",Rome\rBen,,\r'
  expect(await read(text)).toEqual([
    ['Name', 'Note', 'City'],
    ['Ana', 'mornings\nor evenings', 'Rome'],
    ['Ben', '', ''],
    [''],
  ])
})

test('a formula that is only a text is read as that text', async () => {
  const text = 'Name,Phone\nAna,"=""+79001234567"""\nBen,="007"\nCy,=1+1'
  expect((await read(text)).map(([, cell]) => cell)).toEqual([
    'Phone',
    '+79001234567',
    '007',
    '=1+1',
  ])
})
