/** Names for the sample data, by the language of a congregation, and places of the New York area. */
export interface SampleLanguage {
  language: string
  given: readonly string[]
  family: readonly string[]
}

export const sampleLanguages: readonly SampleLanguage[] = [
  {
    language: 'English',
    given: words(
      'Aaron Abigail Benjamin Caroline Daniel Deborah Elijah Esther Frances George Hannah Isaac Joanna Jonathan Leah Lydia Marcus Martha Nathan Naomi Peter Rachel Samuel Susanna Timothy Victoria',
    ),
    family: words(
      "Adams Baker Brooks Carter Clark Coleman Edwards Foster Graham Griffin Harris Hughes Jenkins Lawrence Mitchell Morgan O'Brien Parker Powell Reed Sullivan Thompson Walker Watson Wright Young",
    ),
  },
  {
    language: 'Spanish',
    given: words(
      'Alejandra Andrés Beatriz Camila Carlos Daniela Diego Elena Fernando Gabriela Hugo Inés Javier José Lucía Mateo Noemí Óscar Pilar Rubén Sofía Tomás',
    ),
    family: words(
      'Álvarez Castillo Delgado Díaz Espinoza Fernández García Gómez Gutiérrez Hernández Jiménez López Martínez Mendoza Muñoz Núñez Ortega Peña Ramírez Ríos Salazar Vásquez',
    ),
  },
  {
    language: 'Chinese',
    given: words('伟 芳 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 玲 平 刚'),
    family: words('王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗'),
  },
  {
    language: 'Russian',
    given: words(
      'Александр Алина Борис Вера Виктор Галина Дмитрий Екатерина Иван Ирина Константин Лидия Михаил Надежда Николай Ольга Павел Светлана Сергей Татьяна',
    ),
    family: words(
      'Алексеенко Белых Бондаренко Гончар Гриненко Долгих Жук Кравченко Лысенко Мельник Мороз Петренко Руденко Седых Ткаченко Черных Шевченко Юрченко',
    ),
  },
  {
    language: 'Arabic',
    given: words(
      'أحمد إبراهيم أمينة جميل حنان خالد داود رانيا سارة سليم طارق عمر فاطمة كريم ليلى مريم نادية هدى ياسمين يوسف',
    ),
    family: words(
      'الأحمد البستاني الحداد الخوري الرفاعي السيد الشامي الصباغ العطار الفارس القاضي المصري النجار حبيب سليمان شاهين عبود منصور',
    ),
  },
  {
    language: 'Hindi',
    given: words(
      'अमित अंजलि अनिल आशा दीपक गीता किरण कविता मनोज मीरा नेहा प्रिया राहुल राजेश रेखा संजय सुनीता विजय विकास',
    ),
    family: words(
      'अग्रवाल शर्मा वर्मा गुप्ता सिंह कुमार जोशी मेहता पटेल मिश्रा चौहान त्रिपाठी यादव कपूर मल्होत्रा सक्सेना',
    ),
  },
  {
    language: 'Korean',
    given: words(
      '민준 서연 지훈 수빈 현우 지민 예은 도윤 하은 준서 은지 성민 유진 태현 미영 정호 혜진 상우',
    ),
    family: words('김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황'),
  },
  {
    language: 'Greek',
    given: words(
      'Αλέξανδρος Άννα Βασίλης Γεώργιος Δήμητρα Ελένη Ιωάννης Κατερίνα Κώστας Μαρία Νίκος Παναγιώτης Σοφία Σπύρος Χρήστος',
    ),
    family: words(
      'Αγγελίδης Βλάχου Γεωργίου Δημητρίου Ιωάννου Κωνσταντίνου Μακρής Νικολάου Οικονόμου Παπαδάκης Σαμαράς Φωτίου Χατζής',
    ),
  },
]

export interface SampleCircuit {
  name: string
  areaCode: string
  city: string
  /** First zip code of the area. */
  zip: number
  places: readonly string[]
}

export const sampleCircuits: readonly SampleCircuit[] = [
  circuit(
    'NY-1',
    '212',
    'New York',
    10_002,
    'Battery Park,Bowery,Chelsea,Chinatown,East Village,Financial District,Gramercy,Greenwich Village,Hell’s Kitchen,Kips Bay,Lower East Side,Murray Hill,SoHo,Tribeca',
  ),
  circuit(
    'NY-2',
    '646',
    'New York',
    10_025,
    'Carnegie Hill,East Harlem,Fort George,Hamilton Heights,Harlem,Hudson Heights,Inwood,Lincoln Square,Manhattanville,Morningside Heights,Sugar Hill,Upper West Side,Washington Heights,Yorkville',
  ),
  circuit(
    'NY-3',
    '347',
    'Bronx',
    10_451,
    'Concourse,Crotona Park,Highbridge,Hunts Point,Longwood,Melrose,Morrisania,Mott Haven,Mount Eden,Port Morris,Soundview,Tremont,University Heights,West Farms',
  ),
  circuit(
    'NY-4',
    '718',
    'Bronx',
    10_463,
    'Baychester,Bedford Park,City Island,Co-op City,Eastchester,Fieldston,Kingsbridge,Norwood,Pelham Bay,Riverdale,Throgs Neck,Van Cortlandt,Wakefield,Williamsbridge',
  ),
  circuit(
    'NY-5',
    '929',
    'Queens',
    11_101,
    'Astoria,Corona,Ditmars,East Elmhurst,Elmhurst,Hunters Point,Jackson Heights,Long Island City,Maspeth,Middle Village,Ridgewood,Steinway,Sunnyside,Woodside',
  ),
  circuit(
    'NY-6',
    '718',
    'Queens',
    11_354,
    'Auburndale,Bayside,Bellerose,College Point,Douglaston,Flushing,Forest Hills,Fresh Meadows,Hollis,Jamaica,Kew Gardens,Queens Village,Springfield Gardens,Whitestone',
  ),
  circuit(
    'NY-7',
    '347',
    'Brooklyn',
    11_205,
    'Bedford,Boerum Hill,Brooklyn Heights,Bushwick,Clinton Hill,Cobble Hill,Crown Heights,Dumbo,Fort Greene,Greenpoint,Park Slope,Prospect Heights,Stuyvesant,Williamsburg',
  ),
  circuit(
    'NY-8',
    '917',
    'Brooklyn',
    11_209,
    'Bath Beach,Bay Ridge,Bensonhurst,Borough Park,Brighton Beach,Canarsie,Coney Island,Dyker Heights,East Flatbush,Flatlands,Gravesend,Midwood,Sheepshead Bay,Sunset Park',
  ),
  circuit(
    'NY-9',
    '718',
    'Staten Island',
    10_301,
    'Annadale,Castleton Corners,Dongan Hills,Eltingville,Great Kills,Grasmere,Mariners Harbor,New Dorp,Port Richmond,Rosebank,St. George,Stapleton,Tottenville,West Brighton',
  ),
  circuit(
    'NY-10',
    '914',
    'Yonkers',
    10_701,
    'Bronxville,Dobbs Ferry,Elmsford,Getty Square,Hastings,Irvington,Larchmont,Mamaroneck,Mount Vernon,New Rochelle,Pelham,Scarsdale,Tarrytown,White Plains',
  ),
  circuit(
    'NJ-1',
    '201',
    'Jersey City',
    7_302,
    'Bayonne,Bergen Point,Grove Street,Guttenberg,Hoboken,Journal Square,Kearny,Liberty Park,North Bergen,Paulus Hook,Secaucus,The Heights,Union City,Weehawken',
  ),
  circuit(
    'NJ-2',
    '973',
    'Newark',
    7_102,
    'Belleville,Bloomfield,Clifton,East Orange,Forest Hill,Harrison,Ironbound,Irvington Center,Maplewood,Montclair,Nutley,Passaic,South Orange,West Orange',
  ),
]

export const sampleLocations: readonly string[] = [
  ...[
    'Grand Central',
    'Penn Station',
    'Times Square Station',
    'Jamaica Station',
    'Newark Penn Station',
    'Journal Square Station',
    'Flushing Main Street',
    'Atlantic Terminal',
    'St. George Terminal',
  ].map((name) => `${name} (Transit)`),
  ...[
    'Battery Park',
    'Prospect Park',
    'Bryant Park',
    'Flushing Meadows',
    'Liberty State Park',
    'Van Cortlandt Park',
  ].map((name) => `${name} (Park)`),
  ...[
    'Fordham Plaza',
    'Fulton Street',
    'Steinway Street',
    'Bay Ridge 86th Street',
    'Getty Square',
    'Broad Street',
  ].map((name) => `${name} (Street)`),
  ...['South Ferry', 'Coney Island Boardwalk', 'Hoboken Waterfront'].map(
    (name) => `${name} (Waterfront)`,
  ),
]

function circuit(
  name: string,
  areaCode: string,
  city: string,
  zip: number,
  places: string,
): SampleCircuit {
  return { name, areaCode, city, zip, places: places.split(',') }
}

function words(text: string): string[] {
  return text.split(' ')
}
