/**
 * Sheets that were not written for the dashboard: other titles, orders, languages, encodings. All describe the same two
 * people, as far as they have the columns, so that one expectation fits all.
 */
export interface ForeignSheet {
  name: string
  /** Rows of cells, including the notes and titles above the table. */
  rows: string[][]
  /** Encoding of the file; UTF-8 with commas by default. */
  file?: {
    separator?: string
    lineEnd?: string
    encoding?: 'utf8' | 'utf16le' | 'latin1' | 'windows-1251'
    bom?: boolean
  }
  /** What an administrator has to choose by hand, besides confirming. */
  choices?: Record<string, string>
  /** First and last names, where the sheet writes them differently from the others. */
  names?: readonly (readonly [first: string, last: string])[]
}

const people = [
  ['Ana María', 'Gómez', '+1 212 555 0101', 'ana@example.org', 'NY-5', 'Central'],
  ['Luis', 'Ortega Ruiz', '+1 212 555 0102', 'luis@example.org', 'NY-6', 'Riverside'],
] as const

const table = (titles: string[], ...more: string[][]) => [
  titles,
  ...people.map((person, index) => [...person, ...(more[index] ?? [])]),
]

export const foreignSheets: readonly ForeignSheet[] = [
  {
    name: 'short English titles',
    rows: table(
      ['First', 'Surname', 'Cell', 'E-mail', 'Circuit #', 'Cong.', 'Active', 'Sat'],
      ['Y', 'AM; PM'],
      ['N', ''],
    ),
  },
  {
    name: 'Spanish, with marks in columns of days',
    rows: table(
      [
        'Nombre',
        'Apellidos',
        'Teléfono móvil',
        'Correo electrónico',
        'Circuito',
        'Congregación',
        'Activo',
        'Sábado mañana',
        'Sábado tarde',
      ],
      ['Sí', 'x', 'x'],
      ['No', '', ''],
    ),
  },
  {
    name: 'Spanish, days in one list',
    rows: table(
      [
        'Nombres',
        'Apellido',
        'Celular',
        'Correo',
        'Circuito',
        'Congregación',
        'Disponible',
        'Días disponibles',
      ],
      ['sí', 'Sábado mañana, Sábado tarde'],
      ['no', ''],
    ),
  },
  {
    name: 'Portuguese, semicolons',
    rows: table(
      ['Nome', 'Sobrenome', 'Telefone', 'E-mail', 'Circuito', 'Congregação', 'Ativo', 'Sábado'],
      ['Sim', 'Manhã/Tarde'],
      ['Não', ''],
    ),
    file: { separator: ';' },
  },
  {
    name: 'French, Latin-1',
    rows: table(
      [
        'Prénom',
        'Nom',
        'Téléphone portable',
        'Courriel',
        'Circonscription',
        'Assemblée locale',
        'Actif',
        'Samedi',
      ],
      ['oui', 'matin; après-midi'],
      ['non', ''],
    ),
    file: { separator: ';', encoding: 'latin1' },
  },
  {
    name: 'German, tabs, UTF-16',
    rows: table(
      ['Vorname', 'Nachname', 'Handy', 'E-Mail-Adresse', 'Kreis', 'Versammlung', 'Verfügbar', 'Sa'],
      ['ja', 'vormittags, nachmittags'],
      ['nein', ''],
    ),
    file: { separator: '\t', encoding: 'utf16le', bom: true },
  },
  {
    name: 'Russian, Windows-1251',
    rows: [
      ['Имя', 'Фамилия', 'Телефон', 'Почта', 'Район', 'Собрание', 'Доступен', 'Суббота'],
      [
        'Анна Мария',
        'Гомес',
        '+1 212 555 0101',
        'ana@example.org',
        'NY-5',
        'Central',
        'да',
        'утром; днём',
      ],
      [
        'Луис',
        'Ортега Руис',
        '+1 212 555 0102',
        'luis@example.org',
        'NY-6',
        'Riverside',
        'нет',
        '',
      ],
    ],
    file: { separator: ';', encoding: 'windows-1251' },
    names: [
      ['Анна Мария', 'Гомес'],
      ['Луис', 'Ортега Руис'],
    ],
  },
  {
    name: 'whole names with a comma',
    rows: [
      ['Name', 'Phone', 'Email', 'Circuit', 'Congregation', 'Available', 'Saturday'],
      [
        'Gómez, Ana María',
        '+1 212 555 0101',
        'ana@example.org',
        'NY-5',
        'Central',
        'yes',
        'Morning; Afternoon',
      ],
      ['Ortega Ruiz, Luis', '+1 212 555 0102', 'luis@example.org', 'NY-6', 'Riverside', 'no', ''],
    ],
  },
  {
    name: 'whole names, last name first',
    rows: [
      ['Volunteer', 'Circuit', 'Congregation', 'Mobile', 'Mail', 'Active', 'Sat AM', 'Sat PM'],
      ['Gómez Ana María', 'NY-5', 'Central', '+1 212 555 0101', 'ana@example.org', '1', '✓', '✓'],
      ['Ortega-Ruiz Luis', 'NY-6', 'Riverside', '+1 212 555 0102', 'luis@example.org', '0', '', ''],
    ],
    choices: { nameOrder: 'family-first' },
    names: [
      ['Ana María', 'Gómez'],
      ['Luis', 'Ortega-Ruiz'],
    ],
  },
  {
    name: 'a title, a note and merged headings above the table',
    rows: [
      ['Volunteers of the city', '', '', '', '', '', '', ''],
      ['as of November', '', '', '', '', '', '', ''],
      ['Person', '', 'Contact', '', 'Where', '', 'When', ''],
      ...table(
        [
          'First Name',
          'Last Name',
          'Phone',
          'Email',
          'Circuit',
          'Congregation',
          'Available',
          'Saturday',
        ],
        ['yes', 'Morning; Afternoon'],
        ['no', ''],
      ),
    ],
  },
  {
    name: '60 columns of which 9 matter',
    rows: [
      [
        'Timestamp',
        'First name',
        'Last name',
        ...filler('Question', 30),
        'Cell phone number (best)',
        'Your email address',
        'Which circuit?',
        'Name of congregation',
        ...filler('Answer', 20),
        'Available',
        'Saturday',
      ],
      ...people.map(([first, last, phone, email, circuit, congregation], index) => [
        '11/20/2026 10:08:13',
        first,
        last,
        ...filler('q', 30),
        phone,
        email,
        circuit,
        congregation,
        ...filler('a', 20),
        index === 0 ? 'Yes' : 'No',
        index === 0 ? 'Morning, Afternoon' : '',
      ]),
    ],
  },
  {
    name: 'blank columns, old Mac line ends',
    rows: table(
      [
        'Given Name',
        'Family Name',
        'Phone Number',
        'Email',
        'Circuit',
        'Congregation',
        '',
        'Available',
        '',
        'SAT',
      ],
      ['', 'Y', '', 'am, pm'],
      ['', 'N', '', ''],
    ),
    file: { lineEnd: '\r' },
  },
  {
    name: 'Italian',
    rows: table(
      [
        'Nome',
        'Cognome',
        'Cellulare',
        'Email',
        'Circuito',
        'Congregazione',
        'Disponibile',
        'Sabato',
      ],
      ['sì', 'mattina e pomeriggio'],
      ['no', ''],
    ),
  },
  {
    name: 'Polish',
    rows: table(
      [
        'Imię',
        'Nazwisko',
        'Telefon komórkowy',
        'Adres e-mail',
        'Obwód',
        'Zbór',
        'Dostępny',
        'Sobota',
      ],
      ['tak', 'rano, popołudnie'],
      ['nie', ''],
    ),
  },
  {
    name: 'titles that say nothing of circuit and congregation',
    rows: table(
      ['First', 'Last', 'Contact', 'Reach at', 'Code', 'Group', 'Active', 'Saturday'],
      ['y', 'Morning; Afternoon'],
      ['n', ''],
    ),
    choices: {
      Contact: 'Mobile Phone',
      'Reach at': 'Email Address',
      Code: 'Circuit',
      Group: 'Congregation',
    },
  },
]

function filler(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${word} ${index + 1}`)
}
