import { ListChecks, Play } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

interface Ticked {
  export: boolean
  import: boolean
}

interface SyncStartProps {
  ticked: Ticked
  onTick: (ticked: Ticked) => void
  isBusy: boolean
  /** `undefined` when nothing is ticked. */
  onRun: (() => void) | undefined
  /** `undefined` when the import is not ticked. */
  onReview: (() => void) | undefined
}

export function SyncStart({ ticked, onTick, isBusy, onRun, onReview }: SyncStartProps) {
  return (
    <div className="flex flex-col items-start gap-4 border-t pt-5">
      <fieldset aria-label="Steps" className="flex flex-col gap-2">
        <Step
          label="Export from Locust"
          hint="Copies all volunteers from Locust into the spreadsheet."
          checked={ticked.export}
          onChange={(checked) => onTick({ ...ticked, export: checked })}
        />
        <Step
          label="Import to SMPW Dashboard"
          hint="Brings the spreadsheet into this dashboard, all of it or nothing."
          checked={ticked.import}
          onChange={(checked) => onTick({ ...ticked, import: checked })}
        />
      </fieldset>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:flex-col">
        <Button
          variant="primary"
          icon={<Play aria-hidden />}
          loading={isBusy}
          disabled={onRun === undefined}
          onClick={onRun}
        >
          {isBusy ? 'Running...' : 'Run'}
        </Button>
        {onReview && (
          <Button icon={<ListChecks aria-hidden />} disabled={isBusy} onClick={onReview}>
            Review changes first
          </Button>
        )}
      </div>
    </div>
  )
}

interface StepProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Step({ label, hint, checked, onChange }: StepProps) {
  const hintId = useId()
  return (
    <div>
      <Checkbox
        label={<span className="font-medium">{label}</span>}
        aria-describedby={hintId}
        checked={checked}
        onChange={onChange}
      />
      <p id={hintId} className="-mt-1.5 pl-7.5 text-xs text-muted">
        {hint}
      </p>
    </div>
  )
}
