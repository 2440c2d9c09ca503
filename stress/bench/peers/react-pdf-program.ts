import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  byCongregation,
  countsOf,
  type PeerVolunteer,
  peerDays,
  peerSlots,
  peerVolunteers,
  servingTimes,
  weekPath,
} from './report-content.ts'

/**
 * Draws a report with `@react-pdf/renderer` several times: `<folder of the package> <font> <volunteers> <times>
 * <file>`, and writes the last one.
 */

type Element = object
type Component = string
type Create = (type: Component, props: object | null, ...children: unknown[]) => Element

interface ReactPdf {
  Font: { register(font: object): void }
  renderToBuffer(document: Element): Promise<Uint8Array>
}

const [folder = '', font = '', volunteers = '', times = '', file = ''] = process.argv.slice(2)
const { resolve } = createRequire(join(folder, 'package.json'))
const load = async (name: string) => import(pathToFileURL(resolve(name)).href)
const { createElement } = ((await load('react')) as { default: { createElement: Create } }).default
const pdf = (await load('@react-pdf/renderer')) as ReactPdf & Record<string, Component>
const { Document = '', Page = '', Path = '', Svg = '', Text = '', View = '' } = pdf

const row = { flexDirection: 'row', paddingVertical: 2 }
const text = (value: unknown, style: object = {}) => createElement(Text, { style }, String(value))
const cell = (width: string, ...children: unknown[]) =>
  createElement(View, { style: { width, paddingHorizontal: 4 } }, ...children)

function volunteerRow(
  { name, contact, week, limit, cartLocations }: PeerVolunteer,
  index: number,
): Element {
  const boxes = createElement(
    Svg,
    { viewBox: '0 0 224 8', width: 200, height: 8 },
    createElement(Path, { d: weekPath(week), fill: '#222222' }),
  )
  const backgroundColor = index % 2 === 0 ? '#ffffff' : '#f2f2f2'
  return createElement(
    View,
    { key: name, wrap: false, style: { ...row, backgroundColor } },
    cell('22%', text(name)),
    cell('28%', ...contact.map((line) => text(line))),
    cell('40%', boxes, text(cartLocations, { fontSize: 7 })),
    cell('10%', text(limit)),
  )
}

/** Position of the header and footer of each page. */
const edge = { position: 'absolute', left: 34, right: 34 }

interface PageNumbers {
  pageNumber: number
  totalPages: number
}

function document(people: readonly PeerVolunteer[]): Element {
  const counts = countsOf(people).map((cells, slot) =>
    createElement(
      View,
      { key: slot, style: row },
      cell('23%', text(peerSlots[slot])),
      ...cells.map((count) => cell('11%', text(count))),
    ),
  )
  const lists = byCongregation(people).flatMap(([name, members]) => [
    text(name, { fontSize: 10.5, marginTop: 8 }),
    ...members.map(volunteerRow),
  ])
  const times = servingTimes(people).map(([day, slot, names]) =>
    createElement(
      View,
      { key: `${day}${slot}`, style: row },
      cell('8%', text(day)),
      cell('14%', text(slot)),
      cell('78%', text(names)),
    ),
  )
  const page = { size: 'LETTER', style: { padding: 34, fontFamily: 'Body', fontSize: 8 } }
  return createElement(
    Document,
    { title: 'Circuit report NY-1' },
    createElement(
      Page,
      page,
      createElement(Text, { fixed: true, style: { ...edge, top: 14 } }, 'Circuit report · NY-1'),
      createElement(Text, {
        fixed: true,
        style: { ...edge, bottom: 14 },
        render: ({ pageNumber, totalPages }: PageNumbers) =>
          `Data as of Nov 21, 2026 · Page ${pageNumber} of ${totalPages}`,
      }),
      text('Circuit report NY-1', { fontSize: 22 }),
      createElement(
        View,
        { style: row },
        cell('23%'),
        ...peerDays.map((day) => cell('11%', text(day))),
      ),
      ...counts,
      ...lists,
      ...times,
    ),
  )
}

pdf.Font.register({ family: 'Body', src: font })
const people = peerVolunteers(Number(volunteers))
for (let index = 0; index < Number(times); index += 1) {
  await writeFile(file, await pdf.renderToBuffer(document(people)))
}
