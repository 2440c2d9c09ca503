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
interface Readings {
  /** One line that is never blank. */
  line: string
  /** One line, or nothing. */
  optional: string | null
  /** Also several lines. */
  text: string | null
  tags: string | null
  phone: string | null
  flag: boolean
  integer: number | null
}

interface Column {
  of: Owner
  /** The field in the database; those of volunteers are called the same in the API. */
  field?: string
}

interface FlagColumn extends Column {
  reads: 'flag'
  /** In a sheet without this column everybody counts as no: what nobody is then. */
  nobody?: string
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
  'Locust ID': { of: 'volunteer', field: 'locustId', reads: 'optional' },
  'First Name': { of: 'volunteer', field: 'firstName', reads: 'line' },
  'Last Name': { of: 'volunteer', field: 'lastName', reads: 'line' },
  'Mobile Phone': { of: 'volunteer', field: 'mobilePhone', reads: 'phone' },
  'Email Address': { of: 'volunteer', field: 'emailAddress', reads: 'optional' },
  City: { of: 'volunteer', field: 'city', reads: 'optional' },
  'Zip Code': { of: 'volunteer', field: 'zipCode', reads: 'optional' },
  Circuit: { of: 'place' },
  Congregation: { of: 'place' },
  Language: { of: 'congregation', field: 'language' },
  'Congregation City': { of: 'congregation', field: 'city' },
  Zone: { of: 'volunteer', field: 'zone', reads: 'optional' },
  Tags: { of: 'volunteer', field: 'tags', reads: 'tags' },
  Trained: { of: 'volunteer', field: 'trained', reads: 'flag', nobody: 'trained' },
  Available: { of: 'volunteer', field: 'available', reads: 'flag', nobody: 'available' },
  Orientation: {
    of: 'volunteer',
    field: 'orientation',
    reads: 'flag',
    nobody: 'known to have had the orientation',
  },
  'Double Shifts': { of: 'volunteer', field: 'availabilityDoubleShifts', reads: 'flag' },
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
 * Titles of the same columns in other sheets, in the languages in which congregations keep lists, without accents. A
 * title belongs to one use only.
 */
export const titleAliases: Record<
  | Exclude<SheetColumn, (typeof days)[number] | `Emergency Contact 2 ${string}`>
  | 'Full Name'
  | 'Days',
  string
> = {
  'Locust ID':
    'locust id, id, volunteer id, person id, member id, publisher id, codigo, identificador, identifiant, kennung, ид',
  'First Name':
    'first name, first, firstname, given name, given names, forename, nombre, nombres, primer nombre, nome, prenom, vorname, имя, imie, 이름, 名, 名字',
  'Last Name':
    'last name, last, lastname, surname, family name, apellido, apellidos, sobrenome, nom, nom de famille, nachname, familienname, cognome, фамилия, nazwisko, 성, 姓, 姓氏',
  'Full Name':
    'full name, name, volunteer, volunteer name, publisher, publisher name, nombre completo, nombre y apellido, nombre y apellidos, nome completo, nome e cognome, nom complet, nom et prenom, vor und nachname, name vorname, nachname vorname, last first, first last, name first last, name first and last, first and last name, last name first name, name last first, apellidos y nombres, apellidos y nombre, nom prenom, cognome e nome, cognome nome, фио, фамилия имя, имя фамилия, имя и фамилия, фамилия и имя, imie i nazwisko, nazwisko i imie, 성명, 姓名, 氏名, 名前, お名前, pangalan, buong pangalan',
  'Mobile Phone':
    'mobile phone, mobile, cell, cell phone, cellphone, phone, phone number, mobile number, telephone, tel, contact number, text number, whatsapp, telefono, telefono movil, movil, celular, numero de telefono, telefone, telemovel, telephone portable, portable, numero de telephone, handy, handynummer, mobil, mobilnummer, telefon, telefonnummer, cellulare, телефон, мобильный, мобильный телефон, номер телефона, telefon komorkowy, komorka, 휴대폰, 휴대전화, 핸드폰, 전화, 전화번호, 手机, 手機, 移动电话, 电话, 電話, 携帯, 携帯電話, 電話番号, selpon',
  'Email Address':
    'email address, email, e mail, e mail address, mail, correo, correo electronico, email adresse, e mail adresse, courriel, adresse e mail, adresse mail, endereco de email, почта, электронная почта, эл почта, adres e mail, adres email, 이메일, 邮箱, 电子邮件, メール',
  City: 'city, town, home city, ciudad, cidade, ville, stadt, ort, wohnort, citta, город, miasto, miejscowosc, 도시, 城市',
  'Zip Code':
    'zip code, zip, zipcode, postal code, postcode, post code, codigo postal, cp, cep, code postal, plz, postleitzahl, cap, индекс, почтовый индекс, kod pocztowy, 우편번호, 邮编',
  Circuit:
    'circuit, circuit name, circuit number, circuit no, circ, ckt, circuito, sirkito, circonscription, kreis, район, obwod, 순회구, 巡回区',
  Congregation:
    'congregation, cong, congregation name, congregacion, congregacao, assemblee locale, assemblee, congregation locale, versammlung, congregazione, собрание, zbor, 회중, 会众, 會眾, 会衆, kongregasyon',
  Language: 'language, lang, idioma, lengua, langue, sprache, lingua, язык, jezyk, 언어, 语言',
  'Congregation City': 'congregation city, ciudad de la congregacion, город собрания',
  Zone: 'zone, area, zona, secteur, bereich, зона, strefa',
  Tags: 'tags, labels, etiquetas, etiquettes, метки',
  Trained:
    'trained, training, training done, training completed, training complete, date trained, trained on, training date, date of training, capacitado, entrenado, entrenamiento, treinado, forme, formation, geschult, schulung, formazione, обучен, обучение, przeszkolony, 교육, 培训',
  Available:
    'available, still available, currently available, are you available, are you still available, are you currently available, is available, active, is active, disponible, activo, activa, disponivel, ativo, actif, verfugbar, aktiv, disponibile, attivo, доступен, активен, dostepny, aktywny',
  Orientation:
    'orientation, orientation done, orientation completed, orientation date, date of orientation, orientacion, orientacao, einfuhrung, orientamento, ориентация',
  'Double Shifts':
    'double shifts, double shift, doble turno, turno doble, turnos dobles, doppelschicht, doppelschichten',
  'Max Shifts Per Week':
    'max shifts per week, max per week, shifts per week, max shifts week, max shifts wk, shifts week, shifts wk, turnos por semana, maximo por semana, schichten pro woche, смен в неделю',
  'Max Shifts Per Month':
    'max shifts per month, max per month, shifts per month, max shifts month, max shifts mo, shifts month, shifts mo, turnos por mes, maximo por mes, schichten pro monat, смен в месяц',
  'Availability Note':
    'availability note, notes, note, comments, comment, remarks, notas, observaciones, comentarios, observacoes, remarques, bemerkung, bemerkungen, notizen, anmerkungen, примечание, примечания, комментарий, uwagi, 메모, 备注',
  Days: 'days, days available, available days, availability, dias, dias disponibles, disponibilidad, disponibilidade, jours, jours disponibles, disponibilites, tage, verfugbare tage, verfugbarkeit, giorni, дни, доступные дни, dni, dostepnosc, 요일, 가능한 요일, 가능 요일, 可用时间',
  'Cart Locations':
    'cart locations, cart location, locations, location, preferred locations, carts, carritos, ubicaciones, lugares, emplacements, standorte, места',
  Appointments: 'appointments, appointment, nombramientos, privileges, privilegios, назначения',
  'Emergency Contact Name':
    'emergency contact name, emergency contact, emergency name, in case of emergency, contacto de emergencia, contato de emergencia, contact d urgence, personne a contacter, notfallkontakt, contatto di emergenza, экстренный контакт, kontakt awaryjny',
  'Emergency Contact Phone':
    'emergency contact phone, emergency phone, emergency number, emergency contact number, telefono de emergencia, telefone de emergencia, telephone d urgence, notfalltelefon, notfallnummer, телефон экстренного контакта, telefon awaryjny',
  'Emergency Contact Email': 'emergency contact email, emergency email',
  'Emergency Contact Relationship':
    'emergency contact relationship, relationship, parentesco, lien de parente, beziehung, родство',
  'Emergency Contact Notes': 'emergency contact notes, emergency notes',
}

type AnyColumn = {
  [Title in SheetColumn]: { title: Title } & (typeof columns)[Title] &
    Pick<FlagColumn, 'nobody'> &
    Pick<OtherColumn, 'printedAs'>
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
