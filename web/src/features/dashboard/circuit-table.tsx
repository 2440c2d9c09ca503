import { memo } from 'react'
import { formatCount } from '../../format/count.ts'
import {
  type CircuitRowProps,
  type CircuitRowsProps,
  GenerateButton,
  ReportBadge,
  Share,
} from './circuit-rows.tsx'

const heading = 'px-3 py-2 font-medium text-muted'
const number = 'px-3 text-right'

export function CircuitTable({ circuits, inTheMaking, onGenerate }: CircuitRowsProps) {
  return (
    <div className="relative overflow-hidden rounded-control border bg-background">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">Volunteers and report of each circuit</caption>
        <thead className="border-b text-left">
          <tr>
            <th scope="col" className={heading}>
              Circuit
            </th>
            <th scope="col" className={`${heading} w-32 text-right`}>
              Congregations
            </th>
            <th scope="col" className={`${heading} w-26 text-right`}>
              Volunteers
            </th>
            <th scope="col" className={`${heading} w-30 text-right`}>
              Trained
            </th>
            <th scope="col" className={`${heading} w-30 text-right`}>
              Available
            </th>
            <th scope="col" className={`${heading} w-44`}>
              Report
            </th>
            <th scope="col" className="w-25">
              <span className="sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {circuits.map((coverage) => (
            <CircuitRow
              key={coverage.circuit}
              coverage={coverage}
              isInTheMaking={inTheMaking.has(coverage.circuit)}
              onGenerate={onGenerate}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const CircuitRow = memo(function CircuitRow(props: CircuitRowProps) {
  const { circuit, congregations, volunteers, trained, available } = props.coverage
  return (
    <tr className="h-12 border-b last:border-0 hover:bg-hover">
      <th scope="row" className="px-3 py-1 text-left font-medium wrap-anywhere">
        {circuit}
      </th>
      <td className={number}>{formatCount(congregations)}</td>
      <td className={number}>{formatCount(volunteers)}</td>
      <td className={number}>
        <Share part={trained} whole={volunteers} />
      </td>
      <td className={number}>
        <Share part={available} whole={volunteers} />
      </td>
      <td className="px-3">
        <ReportBadge {...props} />
      </td>
      <td className="py-1 pr-2 text-right">
        <GenerateButton {...props} />
      </td>
    </tr>
  )
})
