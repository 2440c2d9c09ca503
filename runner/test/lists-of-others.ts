/**
 * Lists whose titles, order, language and habits are those of programs and groups that publish theirs; the people are
 * invented. Each has the same kinds of people, with the expected result beside it.
 */
export interface ListOfOthers {
  name: string
  text: string
  encoding?: 'utf8' | 'windows-1251'
  /** What an administrator has to choose by hand, by title, besides confirming. */
  choices?: Record<string, string>
  /** First name, last name, telephone, e-mail address and days. */
  people: readonly (readonly [string, string, string | null, string | null, string])[]
}

const everyDay = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const mornings = everyDay
  .map((day) => `${day} Morning`)
  .sort()
  .join(', ')

export const listsOfOthers: readonly ListOfOthers[] = [
  {
    name: 'contacts of Google',
    text: `Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Name Prefix,Nickname,Birthday,Gender,Location,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Circuit,Congregation
Ana María Gómez,Ana,María,Gómez,,,,,,,,,* myContacts,Home,ana@example.org,Mobile,+1 212 555 0101,NY-1,Central`,
    people: [['Ana', 'Gómez', '+1 212 555 0101', 'ana@example.org', '']],
  },
  {
    name: 'customers of a German program, the street in front',
    text: `Vorname;Nachname;Straße;Hausnummer;PLZ;Ort;Telefon;E-Mail;Kreis;Versammlung
Änne;Lindner;Lindenstr.;4;30159;Köln;0511 1234567;anne@example.org;D-1;Süd`,
    people: [['Änne', 'Lindner', '0511 1234567', 'anne@example.org', '']],
  },
  {
    name: 'a German list with telephone and mobile',
    text: `Vorname;Nachname;Firma;E-Mail;Telefon;Mobil;Strasse;PLZ;Ort;Typ;Notiz;Kreis;Versammlung
Max;Muster;;max@example.org;0221 123456;0171 1234567;Musterweg 1;50667;Köln;privat;;D-1;Süd`,
    people: [['Max', 'Muster', '0171 1234567', 'max@example.org', '']],
  },
  {
    name: 'a council, titles in small letters, with title and form of address',
    text: `kennung;anrede;titel;vorname;nachname;email;telefon;adresse;mandat_beginn;mandat_ende;aktiv;kreis;versammlung
P1;Frau;Dr.;Erika;Musterfrau;erika@example.org;0123 4567890;Am Markt 1, 12345 Dorf;01.11.2021;;ja;D-1;Süd`,
    people: [['Erika', 'Musterfrau', '0123 4567890', 'erika@example.org', '']],
  },
  {
    name: 'lines above the titles, commas within cells that semicolons separate',
    text: `Export 2026-01-01

Vorname;Nachname;Notizen;Kreis;Versammlung;Handy
Ada;Lovelace;"Rechnung, Mahnung";D-1;Süd;0171 1234567`,
    people: [['Ada', 'Lovelace', '0171 1234567', null, '']],
  },
  {
    name: 'a French export with Oui and Non',
    text: `ID,Nom,Prénom,Email,Téléphone,Type,Date Création,Actif,Circonscription,Assemblée
7,Lefèvre,André,andre@example.org,06 12 34 56 78,Adhérent,2024-05-01 10:00:00,Oui,F-1,Sud`,
    people: [['André', 'Lefèvre', '06 12 34 56 78', 'andre@example.org', '']],
  },
  {
    name: 'a Russian list in windows-1251, the family name first',
    encoding: 'windows-1251',
    text: `Код;ФИО;Телефон;Дата рождения;Комментарий;Район;Собрание
101;Иванов Иван Иванович;+7 (900) 123-45-67;01.01.1980;Живет рядом;С-1;Север
102;Петрова Мария Сергеевна;89161112233;15.03.1992;Только днем;С-1;Север`,
    people: [
      ['Иван Иванович', 'Иванов', '+7 (900) 123-45-67', null, ''],
      ['Мария Сергеевна', 'Петрова', '89161112233', null, ''],
    ],
  },
  {
    name: 'Polish titles with a byte order mark',
    text: `\uFEFFImię;Nazwisko;Grupa;Telefon;Obwód;Zbór;Dni
Świętosława;Wałęsa;A;600 700 800;PL-1;Żoliborz;soboty rano`,
    people: [['Świętosława', 'Wałęsa', '600 700 800', null, 'Saturday Morning']],
  },
  {
    name: 'volunteers of a Brazilian church',
    text: `Nome Completo,Email,Telefone,Equipe,Areas,Disponibilidade,Observacoes,Circuito,Congregação
João Silva,joao@example.org,(11) 99999-9999,Alpha,Som;Projeção,sábados e domingos de manhã,Disponível para eventos,BR-1,Sul`,
    people: [
      ['João', 'Silva', '(11) 99999-9999', 'joao@example.org', 'Saturday Morning, Sunday Morning'],
    ],
  },
  {
    name: 'Chinese names without a blank, and the sign-in beside them',
    text: `账号,密码,角色,姓名,电话,巡回区,会众
w01,x,2,王小明,13800138001,北京一,朝阳
w02,x,2,欧阳娜娜,13800138002,北京一,朝阳`,
    people: [
      ['小明', '王', '13800138001', null, ''],
      ['娜娜', '欧阳', '13800138002', null, ''],
    ],
  },
  {
    name: 'Korean names without a blank',
    text: `이름,전화번호,만료일,순회구,회중,가능한 요일
홍길동,010-1111-2222,2026-10-08,서울-1,강남,매주 토요일 오전
남궁민수,010-1111-3333,2026-10-08,서울-1,강남,
`,
    people: [
      ['길동', '홍', '010-1111-2222', null, 'Saturday Morning'],
      ['민수', '남궁', '010-1111-3333', null, ''],
    ],
  },
  {
    name: 'Hebrew titles, which are asked about',
    text: `שם פרטי,שם משפחה,דוא"ל,מספר נייד,חבל,קהילה
דוד,כהן,david@example.org,050-123-4567,IL-1,חיפה
שרה,לוי,sara@example.org,050-123-4568,IL-1,חיפה`,
    choices: {
      'שם פרטי': 'First Name',
      'שם משפחה': 'Last Name',
      'דוא"ל': 'Email Address',
      'מספר נייד': 'Mobile Phone',
      חבל: 'Circuit',
      קהילה: 'Congregation',
    },
    people: [
      ['דוד', 'כהן', '050-123-4567', 'david@example.org', ''],
      ['שרה', 'לוי', '050-123-4568', 'sara@example.org', ''],
    ],
  },
  {
    name: 'columns for several days at once',
    text: `firstname,lastname,email,phone,street,postalCode,city,Mo-Fr Morning,Mo-Fr Afternoon,Weekends,circuit,congregation
Ann,Lee,ann@example.org,212-555-0101,Main St 1,10001,New York,TRUE,FALSE,FALSE,NY-1,Central
Bo,Kim,bo@example.org,212-555-0102,Main St 2,10001,New York,FALSE,FALSE,9-12,NY-1,Central`,
    people: [
      ['Ann', 'Lee', '212-555-0101', 'ann@example.org', mornings],
      ['Bo', 'Kim', '212-555-0102', 'bo@example.org', 'Saturday 9-12, Sunday 9-12'],
    ],
  },
  {
    name: 'telephones as formulas, so that a spreadsheet keeps their signs',
    text: `ФИО;Телефон;Статус;Район;Собрание
Иван Петров;"=""+79001234567""";активен;С-1;Север`,
    people: [['Иван', 'Петров', '+79001234567', null, '']],
  },
  {
    name: 'a table of a text page, with bars and a line of dashes',
    text: `| Name | Role | Phone | Circuit | Congregation | Status |
|------|------|-------|---------|--------------|--------|
| Ann Lee | Lead | 212-555-0101\t | NY-1 | Central | ok |
| Bo Kim | Peer | 212-555-0102\t | NY-1 | Central | ok |`,
    people: [
      ['Ann', 'Lee', '212-555-0101', null, ''],
      ['Bo', 'Kim', '212-555-0102', null, ''],
    ],
  },
]
