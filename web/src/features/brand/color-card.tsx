import { colorKeys } from '@dashboard/contract/brand'
import { type BrandPalette, defaultColors } from '@dashboard/contract/brand-palette'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type ContrastWarning, colorFields, contrastWarnings } from './brand-contrast.ts'
import type { BrandFieldsProps } from './brand-draft.ts'
import { ColorField } from './color-field.tsx'

interface ColorCardProps extends BrandFieldsProps {
  /** The colors in which the app is shown at the moment. */
  palette: BrandPalette
}

export function ColorCard(props: ColorCardProps) {
  const { form, problems, showProblems, onChange, palette } = props
  // The colors before the picker was opened: warnings that appeared or disappeared would move the picker under the
  // pointer that drags it.
  const [paletteBefore, setPaletteBefore] = useState<BrandPalette>()
  const warnings = contrastWarnings(paletteBefore ?? palette)
  const isDefault = colorKeys.every((key) => palette[key] === defaultColors[key])
  return (
    <Card
      title="Color Customization"
      description="Changes show at once here, and for everybody once they are saved."
    >
      <div className="flex flex-col divide-y">
        {colorKeys.map((key) => {
          const warning = warnings.find((candidate) => candidate.key === key)
          return (
            <div key={key} className="py-3 first:pt-0">
              <ColorField
                {...colorFields[key]}
                value={form[key]}
                color={palette[key]}
                problem={problems[key]}
                showProblem={showProblems}
                onChange={(value) => onChange({ [key]: value })}
                onPicking={(isPicking) => setPaletteBefore(isPicking ? palette : undefined)}
              >
                {warning && (
                  <ContrastHint warning={warning} onTake={(color) => onChange({ [key]: color })} />
                )}
              </ColorField>
            </div>
          )
        })}
      </div>
      <Button
        className="self-start"
        icon={<RotateCcw />}
        disabled={isDefault}
        onClick={() => onChange(defaultColors)}
      >
        Default colors
      </Button>
    </Card>
  )
}

interface ContrastHintProps {
  warning: ContrastWarning
  onTake: (color: string) => void
}

/** Shows which pair of colors is not readable, and the nearest color that is. */
function ContrastHint({ warning, onTake }: ContrastHintProps) {
  const { key, surfaces, isSevere, suggestion } = warning
  const { label } = colorFields[key]
  return (
    <Alert tone={isSevere ? 'warning' : 'info'}>
      <p>
        {label} is hard to read on {surfaces.join(' and ')}: text needs 4.5:1. Until it is changed,
        a readable shade is shown instead.
      </p>
      {suggestion === undefined ? (
        <p className="mt-1">No color reads on both backgrounds. Bring the two closer together.</p>
      ) : (
        <button
          type="button"
          aria-label={`Use ${suggestion} for ${label}`}
          onClick={() => onTake(suggestion)}
          className={buttonClass('secondary', 'mt-2')}
        >
          <span
            aria-hidden
            className="size-4 rounded-full border border-border-strong forced-color-adjust-none"
            style={{ background: suggestion }}
          />
          Use {suggestion}
        </button>
      )}
    </Alert>
  )
}
