import type { CircuitCoverage } from '@dashboard/contract/coverage'
import { reportTargets } from '@dashboard/contract/limits'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { circuitsToGenerate, generationText } from './circuit-coverage.ts'
import { PlaceList, useGeneration } from './place-list.tsx'

/** Circuit by circuit: volunteers, and whether its report is up to date. */
export function CircuitsCard({ circuits }: { circuits: readonly CircuitCoverage[] }) {
  const generation = useGeneration('circuit')
  const { inTheMaking, generate } = generation
  const wanting = circuitsToGenerate(circuits, inTheMaking, reportTargets.circuits)
  return (
    <Card
      title="Circuits"
      // Says why the button is gray when it is.
      description={generationText(circuits, inTheMaking, reportTargets.circuits)}
      actions={
        <Button
          variant="primary"
          className="max-md:my-1 md:-my-1.5"
          disabled={wanting.length === 0}
          onClick={() => generate(wanting)}
        >
          Generate outdated and missing
        </Button>
      }
    >
      <PlaceList noun="Circuit" places={circuits} generation={generation} />
    </Card>
  )
}
