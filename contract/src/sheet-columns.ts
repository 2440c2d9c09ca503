import { days } from './days.ts'

/** What a value belongs to, and so where it is stored. */
type Owner =
  | 'volunteer'
  | 'place'
  | 'congregation'
  | 'availability'
  | 'cartLocations'
  | 'appointments'
  | 'firstContact'
  | 'secondContact'

/** How the cells of a volunteer's own columns are read (docs/sheet-format.md#accepted-words), and what they become. */
export interface Readings {
  /** One line that is never blank. */
  line: string
  /** One line, or nothing. */
  optional: string | null
  /** One line that is not a shortened number, or nothing. */
  locustId: string | null
  /** Also several lines. */
  text: string | null
  tags: string | null
  phone: string | null
  email: string | null
  flag: boolean
  integer: number | null
}

interface Column {
  of: Owner
  /** The field in the database; those of volunteers are called the same in the API. */
  field?: string
  /** Whether the list of volunteers has it, and so the CSV and the workbook of the list. */
  isListed?: true
}

interface FlagColumn extends Column {
  reads: 'flag'
  /** What a sheet without this column leaves open, so that everybody counts as no. */
  says?: string
}

interface OtherColumn extends Column {
  reads?: Exclude<keyof Readings, 'flag'>
  /** Congregation reports print the value beneath the volunteer, after this word. */
  printedAs?: string
}

const availability = { of: 'availability' } as const
const ofDays = Object.fromEntries(days.map((day) => [day, availability])) as Record<
  (typeof days)[number],
  typeof availability
>

/**
 * Declares each column of the sheet, in the order in which an export writes them (docs/sheet-format.md#columns). How it
 * is read, compared, stored, guarded, described in the history and printed follows from here.
 */
const columns = {
  'Locust ID': { of: 'volunteer', field: 'locustId', reads: 'locustId' },
  'First Name': { of: 'volunteer', field: 'firstName', reads: 'line', isListed: true },
  'Last Name': { of: 'volunteer', field: 'lastName', reads: 'line', isListed: true },
  'Mobile Phone': { of: 'volunteer', field: 'mobilePhone', reads: 'phone', isListed: true },
  'Email Address': { of: 'volunteer', field: 'emailAddress', reads: 'email', isListed: true },
  City: { of: 'volunteer', field: 'city', reads: 'optional' },
  'Zip Code': { of: 'volunteer', field: 'zipCode', reads: 'optional' },
  Circuit: { of: 'place' },
  Congregation: { of: 'place' },
  Language: { of: 'congregation', field: 'language' },
  'Congregation City': { of: 'congregation', field: 'city' },
  Zone: { of: 'volunteer', field: 'zone', reads: 'optional' },
  Tags: { of: 'volunteer', field: 'tags', reads: 'tags' },
  Trained: {
    of: 'volunteer',
    field: 'trained',
    reads: 'flag',
    isListed: true,
    says: 'is trained',
  },
  Available: {
    of: 'volunteer',
    field: 'available',
    reads: 'flag',
    isListed: true,
    says: 'is available',
  },
  Orientation: {
    of: 'volunteer',
    field: 'orientation',
    reads: 'flag',
    isListed: true,
    says: 'had the orientation',
  },
  'Double Shifts': {
    of: 'volunteer',
    field: 'availabilityDoubleShifts',
    reads: 'flag',
    isListed: true,
  },
  'Max Shifts Per Week': {
    of: 'volunteer',
    field: 'availabilityMaxShiftsPerWeek',
    reads: 'integer',
  },
  'Max Shifts Per Month': {
    of: 'volunteer',
    field: 'availabilityMaxShiftsPerMonth',
    reads: 'integer',
  },
  'Availability Note': {
    of: 'volunteer',
    field: 'availabilityNote',
    reads: 'text',
    printedAs: 'Note',
  },
  ...ofDays,
  'Cart Locations': { of: 'cartLocations' },
  Appointments: { of: 'appointments' },
  'Emergency Contact Name': { of: 'firstContact', field: 'name' },
  'Emergency Contact Phone': { of: 'firstContact', field: 'phone' },
  'Emergency Contact Email': { of: 'firstContact', field: 'email' },
  'Emergency Contact Relationship': { of: 'firstContact', field: 'relationship' },
  'Emergency Contact Notes': { of: 'firstContact', field: 'notes' },
  'Emergency Contact 2 Name': { of: 'secondContact', field: 'name' },
  'Emergency Contact 2 Phone': { of: 'secondContact', field: 'phone' },
  'Emergency Contact 2 Email': { of: 'secondContact', field: 'email' },
  'Emergency Contact 2 Relationship': { of: 'secondContact', field: 'relationship' },
  'Emergency Contact 2 Notes': { of: 'secondContact', field: 'notes' },
} as const satisfies Record<string, FlagColumn | OtherColumn>

export type SheetColumn = keyof typeof columns

/**
 * Titles of the same columns in other sheets, in the languages in which congregations keep lists, without accents. The
 * order of words does not matter, nor do words such as 'your' (runner/src/columns/title-words.ts). A title belongs to
 * one use only.
 */
export const titleAliases: Record<
  | Exclude<SheetColumn, (typeof days)[number] | `Emergency Contact 2 ${string}`>
  | 'Full Name'
  | 'Days',
  string
> = {
  'Locust ID':
    'locust id, id, volunteer id, person id, member id, codigo, identificador, identifiant, kennung, ид',
  'First Name':
    'first name, first, firstname, given name, given names, forename, nombre, nombres, primer nombre, nome, prenom, vorname, имя, imie, 이름, 名, 名字, tên',
  'Last Name':
    'last name, last, lastname, surname, family name, apellido, apellidos, sobrenome, nom, nom famille, nachname, familienname, cognome, фамилия, nazwisko, 성, 姓, 姓氏, họ',
  'Full Name':
    'full name, name, names, member name, whole name, volunteer, publisher, first last, first last name, first name last name, nombre completo, nombre apellido, nombre apellidos, nombres apellidos, nome completo, nome cognome, nom complet, nom prenom, vollstandiger name, vorname nachname, vor nachname, name vorname, voluntario, voluntaria, publicador, benevole, proclamateur, freiwilliger, freiwillige, verkundiger, volontario, proclamatore, фио, фамилия имя, фамилия имя отчество, полное имя, доброволец, возвещатель, imie nazwisko, wolontariusz, glosiciel, 성명, 봉사자, 姓名, 志愿者, 志愿者姓名, 氏名, 名前, お名前, pangalan, buong pangalan, họ tên, họ và tên, tên đầy đủ',
  'Mobile Phone':
    'mobile, cell, cellphone, cellphone number, cell number, cell no, phone, phones, phone number, phone no, phone c, phone m, phone 1 value, mobile number, mobile no, mobile phone number, cell phone number, telephone, telephone number, tel, tel no, text number, contact number, whatsapp, whatsapp number, telefono, movil, celular, numero celular, numero movil, numero telefono, telefone, telemovel, portable, numero telephone, handy, handynummer, handy nr, mobil, mobilnummer, mobiltelefon, telefon, telefonnummer, tel nr, cellulare, numero cellulare, телефон, тел, моб, мобильный, сотовый, номер телефона, номер мобильного телефона, telefon komorkowy, komorka, numer telefonu, nr telefonu, 휴대폰, 휴대폰 번호, 휴대전화, 휴대전화 번호, 핸드폰, 핸드폰 번호, 전화, 전화번호, 전화 번호, 연락처, 手机, 手机号, 手机号码, 手機, 移动电话, 电话, 电话号码, 電話, 您的电话, 携帯, 携帯電話, 電話番号, selpon, điện thoại, số điện thoại, sđt, điện thoại di động, số điện thoại di động',
  'Email Address':
    'email address, email, emails, e mail, e mail address, email id, e mail id, e mail 1 value, mail, correo, correo electronico, direccion correo electronico, email adresse, e mail adresse, mail adresse, courriel, adresse e mail, adresse electronique, endereco email, endereco e mail, indirizzo email, indirizzo e mail, почта, электронная почта, эл почта, адрес электронной почты, adres mail, 이메일, 이메일 주소, 邮箱, 电邮, 電郵, 电子邮箱, 电子邮件, メール, メールアドレス, thư điện tử',
  City: 'city, town, home city, ciudad, cidade, ville, stadt, ort, wohnort, citta, город, miasto, miejscowosc, 도시, 城市, thành phố',
  'Zip Code':
    'zip code, zip, zipcode, postal code, postcode, post code, codigo postal, cp, cep, code postal, plz, postleitzahl, cap, индекс, почтовый индекс, kod pocztowy, 우편번호, 邮编',
  Circuit:
    'circuit, circuit name, circuit number, circuit no, circ, ckt, circuito, numero circuito, sirkito, circonscription, circoscrizione, kreis, район, район служения, obwod, 순회구, 巡回区, 分区, 分區, vòng quanh',
  Congregation:
    'congregation, cong, congregation name, home congregation, congregation attend, congregation belong to, congregacion, nombre congregacion, congregacao, nome congregacao, assemblee locale, assemblee, congregation locale, nom assemblee, nom congregation, versammlung, name versammlung, congregazione, nome congregazione, собрание, название собрания, zbor, nazwa zboru, 회중, 회중 이름, 会众, 會眾, 会衆, kongregasyon, hội thánh',
  Language:
    'language, lang, idioma, lengua, langue, sprache, lingua, язык, jezyk, 언어, 语言, ngôn ngữ',
  'Congregation City': 'congregation city, ciudad congregacion, город собрания',
  Zone: 'zone, area, zona, secteur, bereich, зона, strefa',
  Tags: 'tags, labels, etiquetas, etiquettes, метки',
  Trained:
    'trained, training, cart training, trained cart witnessing, trained public witnessing, training done, training completed, training complete, date trained, training date, capacitado, capacitada, entrenado, entrenada, entrenamiento, treinado, treinada, forme, formation, geschult, schulung, formazione, обучен, обучение, przeszkolony, 교육, 培训',
  Available:
    'available, active, disponible, activo, activa, disponivel, ativo, actif, verfugbar, aktiv, disponibile, attivo, доступен, активен, dostepny, aktywny',
  Orientation:
    'orientation, orientation done, orientation completed, orientation date, orientacion, orientacao, einfuhrung, orientamento, ориентация',
  'Double Shifts':
    'double shifts, double shift, doble turno, turnos dobles, doppelschicht, doppelschichten',
  'Max Shifts Per Week':
    'max shifts per week, max per week, shifts per week, max shifts week, max shifts wk, shifts week, shifts wk, turnos semana, maximo semana, schichten pro woche, смен неделю',
  'Max Shifts Per Month':
    'max shifts per month, max per month, shifts per month, max shifts month, max shifts mo, shifts month, shifts mo, turnos mes, maximo mes, schichten pro monat, смен месяц',
  'Availability Note':
    'availability note, availability notes, availability comment, availability comments, availability remarks, notas disponibilidad, observaciones disponibilidad',
  Days: 'days, days available, availability, when, when available, dias, dias disponibles, disponibilidad, cuando, cuando disponible, dias disponiveis, disponibilidade, quando, jours, jours disponibles, disponibilite, disponibilites, quand, tage, verfugbare tage, verfugbarkeit, wann, wann verfugbar, giorni, giorni disponibili, disponibilita, дни, доступные дни, когда, dni, dostepne dni, dostepnosc, kiedy, 요일, 가능한 요일, 가능 요일, 可用时间, ngày, ngày rảnh',
  'Cart Locations':
    'cart locations, cart location, carts, preferred cart locations, carritos, ubicaciones carritos, lugares carritos',
  Appointments: 'appointments, appointment, nombramientos, privileges, privilegios, назначения',
  'Emergency Contact Name': 'emergency contact name, personne a contacter',
  'Emergency Contact Phone':
    'emergency phone, emergency number, emergency contact number, emergency contact phone number, notfallnummer, notfalltelefon',
  'Emergency Contact Email': 'emergency email',
  'Emergency Contact Relationship':
    'relationship, relation, emergency relationship, relationship emergency contact, parentesco, lien parente, beziehung, verwandtschaft, родство',
  'Emergency Contact Notes': 'emergency contact notes, emergency notes',
}

type AnyColumn = {
  [Title in SheetColumn]: { title: Title } & (typeof columns)[Title] &
    Pick<FlagColumn, 'says'> &
    Pick<OtherColumn, 'printedAs' | 'isListed'>
}[SheetColumn]

export type ColumnOf<Of extends Owner> = Extract<AnyColumn, { of: Of }>

export const sheetColumns = Object.keys(columns) as readonly SheetColumn[]

export function declaredColumn(title: SheetColumn): AnyColumn {
  return { title, ...columns[title] } as AnyColumn
}

export function columnsOf<Of extends Owner>(owner: Of): ColumnOf<Of>[] {
  return sheetColumns
    .map(declaredColumn)
    .filter((column): column is ColumnOf<Of> => column.of === owner)
}

export const flagColumns = columnsOf('volunteer').filter(
  (column): column is Extract<ColumnOf<'volunteer'>, { reads: 'flag' }> => column.reads === 'flag',
)

export const listedColumns = columnsOf('volunteer').filter(
  (column): column is Extract<ColumnOf<'volunteer'>, { isListed: true }> =>
    column.isListed === true,
)

/** Columns that congregation reports print beneath the volunteer. */
export const printedColumns = columnsOf('volunteer').filter(
  (column): column is Extract<ColumnOf<'volunteer'>, { printedAs: string }> =>
    column.printedAs !== undefined,
)

export type VolunteerValues = {
  [Own in ColumnOf<'volunteer'> as Own['field']]: Readings[Own['reads']]
}

export const requiredColumns = ['First Name', 'Last Name', 'Circuit', 'Congregation'] as const

/**
 * Returns a key that is equal for equal headers: case, blanks, underscores, hyphens and a byte order mark are ignored.
 */
export function headerKey(title: string): string {
  return title
    .normalize('NFKC')
    .replace(/[\s_\-\u2010-\u2015\u200b]/g, '')
    .toLowerCase()
}
