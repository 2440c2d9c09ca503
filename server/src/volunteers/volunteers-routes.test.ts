import type { ListedVolunteer } from '@dashboard/contract/volunteers'
import { expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertPeople, manyScripts, type TestPerson } from '../../test/people.ts'

async function listOf(app: TestApp, people: readonly TestPerson[] = manyScripts) {
  await insertPeople(app.db, people)
  const user = await app.as('user')
  return async (query: string) => {
    const response = await user.inject({ method: 'GET', url: `/api/volunteers?${query}` })
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
}

const namesOf = ({ volunteers }: { volunteers: ListedVolunteer[] }) =>
  volunteers.map(({ firstName, lastName }) => `${firstName} ${lastName}`)

it.each([
  ["o'hara", "Ann O'Hara"],
  ['HARA ann', "Ann O'Hara"],
  ['muller zoe', 'Zoë D’Angelo-Müller'],
  ['(212) 555-0100', "Ann O'Hara"],
  ['2125550100', "Ann O'Hara"],
  ['0100', "Ann O'Hara"],
  ['+1 646 555 0123', '秀英 王'],
  ['ann.ohara@EXAMPLE.org', "Ann O'Hara"],
  ['upper hill', 'Zoë D’Angelo-Müller'],
  ['ny-10', 'Наталья Кузнецова'],
  ['кузнецова', 'Наталья Кузнецова'],
  ['восток', 'Наталья Кузнецова'],
  ['vostok', 'Наталья Кузнецова'],
  ['احمد', 'محمد الأحمد'],
  ['שָׂרָה', 'שרה לוי'],
  ['김', '서연 김'],
  ['김서연', '서연 김'],
  ['王', '秀英 王'],
  ['王 英', '秀英 王'],
  ['王秀英', '秀英 王'],
  ['प्रिया', 'प्रिया शर्मा'],
])('finds by %s', async (query, name) => {
  const list = await listOf(await startTestApp())
  expect(namesOf(await list(`q=${encodeURIComponent(query)}`))).toEqual([name])
})

it('finds nobody by a vowel sign that a name lacks, a word that nobody has, or no word at all', async () => {
  const list = await listOf(await startTestApp())
  for (const query of ['प्रियी', 'ann zzz', '–']) {
    const answer = await list(`q=${encodeURIComponent(query)}`)
    expect([answer.total, namesOf(answer)], query).toEqual([0, []])
  }
})

it('puts people whose names only sound alike after the others, and says so', async () => {
  const list = await listOf(await startTestApp())
  const found = await list('q=kim')
  expect(found.volunteers.map((row: ListedVolunteer) => [row.firstName, row.isBySound])).toEqual([
    ['Kim', false],
    ['서연', true],
  ])
  expect(namesOf(await list('q=wang&sort=-lastName'))).toEqual(['Kim Wang', '秀英 王'])
})

it('puts names that begin with the words before others that contain them', async () => {
  const list = await listOf(await startTestApp())
  expect(namesOf(await list('q=ann'))).toEqual(["Ann O'Hara", 'Hannah Lee'])
})

it('combines filters, where several values of one mean any of them', async () => {
  const list = await listOf(await startTestApp(), [
    { name: ['A', 'One'], trained: true, slots: ['Saturday:Morning'], language: 'Greek' },
    { name: ['B', 'Two'], trained: true, slots: ['Sunday:14:00', 'Saturday:Morning'] },
    { name: ['C', 'Three'], circuit: 'NY, 2', slots: ['Sunday:Evening'], locations: ['Pier 4'] },
    { name: ['D', 'Four'], circuit: 'NY-3', congregation: 'Hill' },
  ])
  const firstNames = async (query: string) =>
    namesOf(await list(query)).map((name: string) => name[0])
  expect(await firstNames('trained=true&slots=Saturday:Morning')).toEqual(['A', 'B'])
  expect(await firstNames('slots=Saturday:Morning,Sunday:Evening&sort=firstName')).toEqual([
    ...['A', 'B', 'C'],
  ])
  expect(await firstNames('slots=Saturday:Morning,Sunday:Evening&slotsMatch=all')).toEqual([])
  expect(await firstNames('circuit=NY, 2&circuit=NY-3')).toEqual(['D', 'C'])
  expect(await firstNames('congregation=Park (NY, 2)')).toEqual(['C'])
  expect(await firstNames('language=Greek')).toEqual(['A', 'B'])
  expect(await firstNames('location=Pier 4&trained=false')).toEqual(['C'])
  expect(await firstNames('circuit=gone')).toEqual([])
})

it('answers page by page in every order, each volunteer once', async () => {
  const people = Array.from({ length: 25 }, (_, index): TestPerson => {
    const last = ['王', 'Hill 10', 'Hill 2', 'hill', 'Ávila'][index % 5] ?? ''
    return { name: ['Kim', last], circuit: `NY-${index % 11}`, phone: '555 0100' }
  })
  const list = await listOf(await startTestApp(), people)
  for (const query of ['', 'q=kim', 'q=wang', 'q=0100']) {
    for (const sort of ['lastName', '-lastName', 'firstName', 'circuit', '-congregation']) {
      const { volunteers: all, total } = await list(`${query}&sort=${sort}&limit=1000`)
      expect(all).toHaveLength(total)
      const paged: ListedVolunteer[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: { volunteers: ListedVolunteer[]; nextCursor: string | null } = await list(
          `${query}&sort=${sort}&limit=4${cursor && `&cursor=${cursor}`}`,
        )
        paged.push(...page.volunteers)
        cursor = page.nextCursor
      }
      expect(paged, `${query} ${sort}`).toEqual(all)
    }
  }
  const { volunteers } = await list('limit=1000')
  const lastNames = [...new Set(volunteers.map((row: ListedVolunteer) => row.lastName))]
  expect(lastNames).toEqual(['Ávila', 'hill', 'Hill 2', 'Hill 10', '王'])
})

it('refuses a cursor of another order, unknown slots, and too many words', async () => {
  const app = await startTestApp()
  const list = await listOf(app)
  const { nextCursor } = await list('limit=2')
  const user = await app.as('user')
  const words = Array.from({ length: 21 }, (_, index) => `w${index}`).join('+')
  for (const query of [`sort=circuit&cursor=${nextCursor}`, 'slots=Saturday', `q=${words}`]) {
    const response = await user.inject({ method: 'GET', url: `/api/volunteers?${query}` })
    expect(response.statusCode, query).toBe(400)
  }
})

it('shows at once what an import changes', async () => {
  const app = await startTestApp()
  const list = await listOf(app)
  expect((await list('')).total).toBe(10)
  await insertPeople(app.db, [{ name: ['New', 'Person'] }])
  expect(namesOf(await list('q=new'))).toEqual(['New Person'])
})
