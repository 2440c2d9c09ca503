/** Names for the sample data, by the language of a congregation, and places of the New York area. */
export interface SampleLanguage {
  language: string
  given: readonly string[]
  family: readonly string[]
}

export const sampleLanguages: readonly SampleLanguage[] = [
  {
    language: 'English',
    given:
      'Aaron Abigail Benjamin Caroline Daniel Deborah Elijah Esther Frances George Hannah Isaac Joanna Jonathan Leah Lydia Marcus Martha Nathan Naomi Peter Rachel Samuel Susanna Timothy Victoria',
    family:
      "Adams Baker Brooks Carter Clark Coleman Edwards Foster Graham Griffin Harris Hughes Jenkins Lawrence Mitchell Morgan O'Brien Parker Powell Reed Sullivan Thompson Walker Watson Wright Young",
  },
  {
    language: 'Spanish',
    given:
      'Alejandra Andrés Beatriz Camila Carlos Daniela Diego Elena Fernando Gabriela Hugo Inés Javier José Lucía Mateo Noemí Óscar Pilar Rubén Sofía Tomás',
    family:
      'Álvarez Castillo Delgado Díaz Espinoza Fernández García Gómez Gutiérrez Hernández Jiménez López Martínez Mendoza Muñoz Núñez Ortega Peña Ramírez Ríos Salazar Vásquez',
  },
  {
    language: 'Chinese',
    given: '伟 芳 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 玲 平 刚',
    family: '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗',
  },
  {
    language: 'Russian',
    given:
      'Александр Алина Борис Вера Виктор Галина Дмитрий Екатерина Иван Ирина Константин Лидия Михаил Надежда Николай Ольга Павел Светлана Сергей Татьяна',
    family:
      'Алексеенко Белых Бондаренко Гончар Гриненко Долгих Жук Кравченко Лысенко Мельник Мороз Петренко Руденко Седых Ткаченко Черных Шевченко Юрченко',
  },
  {
    language: 'Arabic',
    given:
      'أحمد إبراهيم أمينة جميل حنان خالد داود رانيا سارة سليم طارق عمر فاطمة كريم ليلى مريم نادية هدى ياسمين يوسف',
    family:
      'الأحمد البستاني الحداد الخوري الرفاعي السيد الشامي الصباغ العطار الفارس القاضي المصري النجار حبيب سليمان شاهين عبود منصور',
  },
  {
    language: 'Hindi',
    given:
      'अमित अंजलि अनिल आशा दीपक गीता किरण कविता मनोज मीरा नेहा प्रिया राहुल राजेश रेखा संजय सुनीता विजय विकास',
    family:
      'अग्रवाल शर्मा वर्मा गुप्ता सिंह कुमार जोशी मेहता पटेल मिश्रा चौहान त्रिपाठी यादव कपूर मल्होत्रा सक्सेना',
  },
  {
    language: 'Korean',
    given:
      '민준 서연 지훈 수빈 현우 지민 예은 도윤 하은 준서 은지 성민 유진 태현 미영 정호 혜진 상우',
    family: '김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황',
  },
  {
    language: 'Greek',
    given:
      'Αλέξανδρος Άννα Βασίλης Γεώργιος Δήμητρα Ελένη Ιωάννης Κατερίνα Κώστας Μαρία Νίκος Παναγιώτης Σοφία Σπύρος Χρήστος',
    family:
      'Αγγελίδης Βλάχου Γεωργίου Δημητρίου Ιωάννου Κωνσταντίνου Μακρής Νικολάου Οικονόμου Παπαδάκης Σαμαράς Φωτίου Χατζής',
  },
].map(({ language, given, family }) => ({
  language,
  given: given.split(' '),
  family: family.split(' '),
}))

export interface SampleCircuit {
  name: string
  areaCode: string
  city: string
  /** First zip code of the area. */
  zip: number
  places: readonly string[]
}

/** Each line: name, area code, city, first zip code, places. */
export const sampleCircuits: readonly SampleCircuit[] = [
  'NY-1; 212; New York; 10002; Battery Park,Bowery,Chelsea,Chinatown,East Village,Financial District,Gramercy,Greenwich Village,Hell’s Kitchen,Kips Bay,Lower East Side,Murray Hill,SoHo,Tribeca',
  'NY-2; 646; New York; 10025; Carnegie Hill,East Harlem,Fort George,Hamilton Heights,Harlem,Hudson Heights,Inwood,Lincoln Square,Manhattanville,Morningside Heights,Sugar Hill,Upper West Side,Washington Heights,Yorkville',
  'NY-3; 347; Bronx; 10451; Concourse,Crotona Park,Highbridge,Hunts Point,Longwood,Melrose,Morrisania,Mott Haven,Mount Eden,Port Morris,Soundview,Tremont,University Heights,West Farms',
  'NY-4; 718; Bronx; 10463; Baychester,Bedford Park,City Island,Co-op City,Eastchester,Fieldston,Kingsbridge,Norwood,Pelham Bay,Riverdale,Throgs Neck,Van Cortlandt,Wakefield,Williamsbridge',
  'NY-5; 929; Queens; 11101; Astoria,Corona,Ditmars,East Elmhurst,Elmhurst,Hunters Point,Jackson Heights,Long Island City,Maspeth,Middle Village,Ridgewood,Steinway,Sunnyside,Woodside',
  'NY-6; 718; Queens; 11354; Auburndale,Bayside,Bellerose,College Point,Douglaston,Flushing,Forest Hills,Fresh Meadows,Hollis,Jamaica,Kew Gardens,Queens Village,Springfield Gardens,Whitestone',
  'NY-7; 347; Brooklyn; 11205; Bedford,Boerum Hill,Brooklyn Heights,Bushwick,Clinton Hill,Cobble Hill,Crown Heights,Dumbo,Fort Greene,Greenpoint,Park Slope,Prospect Heights,Stuyvesant,Williamsburg',
  'NY-8; 917; Brooklyn; 11209; Bath Beach,Bay Ridge,Bensonhurst,Borough Park,Brighton Beach,Canarsie,Coney Island,Dyker Heights,East Flatbush,Flatlands,Gravesend,Midwood,Sheepshead Bay,Sunset Park',
  'NY-9; 718; Staten Island; 10301; Annadale,Castleton Corners,Dongan Hills,Eltingville,Great Kills,Grasmere,Mariners Harbor,New Dorp,Port Richmond,Rosebank,St. George,Stapleton,Tottenville,West Brighton',
  'NY-10; 914; Yonkers; 10701; Bronxville,Dobbs Ferry,Elmsford,Getty Square,Hastings,Irvington,Larchmont,Mamaroneck,Mount Vernon,New Rochelle,Pelham,Scarsdale,Tarrytown,White Plains',
  'NJ-1; 201; Jersey City; 7302; Bayonne,Bergen Point,Grove Street,Guttenberg,Hoboken,Journal Square,Kearny,Liberty Park,North Bergen,Paulus Hook,Secaucus,The Heights,Union City,Weehawken',
  'NJ-2; 973; Newark; 7102; Belleville,Bloomfield,Clifton,East Orange,Forest Hill,Harrison,Ironbound,Irvington Center,Maplewood,Montclair,Nutley,Passaic,South Orange,West Orange',
].map((line) => {
  const [name = '', areaCode = '', city = '', zip, places = ''] = line.split('; ')
  return { name, areaCode, city, zip: Number(zip), places: places.split(',') }
})

/** Each line: category, places. */
export const sampleLocations: readonly string[] = [
  'Transit; Grand Central,Penn Station,Times Square Station,Jamaica Station,Newark Penn Station,Journal Square Station,Flushing Main Street,Atlantic Terminal,St. George Terminal',
  'Park; Battery Park,Prospect Park,Bryant Park,Flushing Meadows,Liberty State Park,Van Cortlandt Park',
  'Street; Fordham Plaza,Fulton Street,Steinway Street,Bay Ridge 86th Street,Getty Square,Broad Street',
  'Waterfront; South Ferry,Coney Island Boardwalk,Hoboken Waterfront',
].flatMap((line) => {
  const [category, places = ''] = line.split('; ')
  return places.split(',').map((name) => `${name} (${category})`)
})
