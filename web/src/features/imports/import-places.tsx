import { countOf } from '@dashboard/contract/counts'
import type { ImportCircuit } from '@dashboard/contract/imports'
import { placeText } from '../../format/place-text.ts'
import { Card } from '../../ui/card.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { circuitText } from './import-words.ts'
import { changedPlaces } from './place-rows.ts'

interface ImportPlacesProps {
  circuits: readonly ImportCircuit[]
  isDone: boolean
}

/** Shows circuits and congregations that the import adds or removes, apart from the people. */
export function ImportPlaces({ circuits, isDone }: ImportPlacesProps) {
  const added = changedPlaces(circuits, 'isNew')
  const gone = changedPlaces(circuits, 'isGone')
  return (
    <div className="grid gap-4 empty:hidden @2xl:grid-cols-2 @2xl:*:only:col-span-2">
      <Places title="New circuits and congregations" {...added} />
      <Places
        title={`Circuits and congregations that ${isDone ? 'were' : 'would be'} removed`}
        {...gone}
      />
    </div>
  )
}

type PlacesProps = ReturnType<typeof changedPlaces> & { title: string }

const linePx = 32

function Places({ title, circuits, congregations }: PlacesProps) {
  const lines = [
    ...circuits.map((name) => `Circuit ${circuitText(name)}`),
    ...congregations.map(placeText),
  ]
  if (lines.length === 0) return null
  const counts = [
    circuits.length > 0 && countOf(circuits.length, 'circuit'),
    congregations.length > 0 && countOf(congregations.length, 'congregation'),
  ]
  return (
    <Card title={title} description={counts.filter(Boolean).join(', ')}>
      <VirtualList
        label={title}
        items={lines}
        keyOf={(line) => line}
        estimatePx={linePx}
        isPlain
        className="card-rows-end max-h-52 py-1"
      >
        {(line) => <p className="px-(--card-pad) py-1.5 wrap-anywhere">{line}</p>}
      </VirtualList>
    </Card>
  )
}
