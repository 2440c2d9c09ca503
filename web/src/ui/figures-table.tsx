import { formatCount } from '@dashboard/contract/counts'

interface FiguresTableProps {
  caption: string
  titles: readonly string[]
  /** Each named by its first cell. */
  rows: readonly (readonly [name: string, ...figures: number[]])[]
}

export function FiguresTable({ caption, titles, rows }: FiguresTableProps) {
  return (
    <table className="mt-1 w-full">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b align-bottom text-muted max-[360px]:wrap-anywhere">
          {titles.map((title) => (
            <th
              key={title}
              scope="col"
              className="py-1.5 pl-1 text-right font-medium first:pl-0 first:text-left"
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures]) => (
          <tr key={name} className="border-b last:border-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {name}
            </th>
            {figures.map((figure, index) => (
              <td key={titles[index + 1]} className="py-1.5 pl-1 text-right">
                {formatCount(figure)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
