import { parseHex } from '@dashboard/contract/colors'
import { logoZoom } from '@dashboard/contract/limits'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Slider } from '../../ui/slider.tsx'
import type { BrandFieldsProps } from './brand-draft.ts'
import { ColorField } from './color-field.tsx'

interface LogoAppearanceProps extends BrandFieldsProps {
  /** The background of a logo without a background color. */
  primary: string
}

/** Shows the fields for size and background of the logo while it is shown. */
export function LogoAppearance(props: LogoAppearanceProps) {
  const { form, problems, showProblems, onChange, primary } = props
  const percent = `${Math.round(form.logoZoom * 100)}%`
  const color = form.logoBackgroundColor ?? primary
  return (
    <div className="flex flex-col gap-5 border-t pt-5">
      <div>
        <div className="flex items-center justify-between gap-3">
          <p className="font-medium">
            Logo Size <span className="ml-1 font-normal text-muted">{percent}</span>
          </p>
          <Button
            variant="quiet"
            aria-label="Reset logo size"
            disabled={form.logoZoom === logoZoom.default}
            onClick={() => onChange({ logoZoom: logoZoom.default })}
          >
            Reset
          </Button>
        </div>
        <Slider
          label="Logo Size"
          min={logoZoom.min}
          max={logoZoom.max}
          step={logoZoom.step}
          value={form.logoZoom}
          valueText={percent}
          // Steps of 0.05 do not add up exactly in binary.
          onChange={(zoom) => onChange({ logoZoom: Math.round(zoom * 100) / 100 })}
        />
      </div>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="font-medium">Logo Background</legend>
        <Checkbox
          label="Transparent"
          checked={form.logoBackgroundTransparent}
          onChange={(isTransparent) => onChange({ logoBackgroundTransparent: isTransparent })}
        />
        <ColorField
          label="Background color"
          hint={form.logoBackgroundColor === null ? 'Follows the primary color.' : undefined}
          value={color}
          color={parseHex(color) ?? primary}
          problem={problems.logoBackgroundColor}
          showProblem={showProblems}
          disabled={form.logoBackgroundTransparent}
          onChange={(value) => onChange({ logoBackgroundColor: value })}
        >
          {form.logoBackgroundColor !== null && !form.logoBackgroundTransparent && (
            <Button
              variant="quiet"
              className="self-start"
              onClick={() => onChange({ logoBackgroundColor: null })}
            >
              Use the primary color
            </Button>
          )}
        </ColorField>
      </fieldset>
    </div>
  )
}
