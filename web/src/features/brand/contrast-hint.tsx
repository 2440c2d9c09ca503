import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import type { ContrastNote } from './brand-contrast.ts'
import { colorLabel } from './color-fields.ts'

interface ContrastHintProps {
  note: ContrastNote
  onTake: (color: string) => void
}

/** Which pair of colors people cannot read, and the nearest color that works. */
export function ContrastHint({ note, onTake }: ContrastHintProps) {
  const { key, surfaces, isSevere, suggestion } = note
  return (
    <Alert tone={isSevere ? 'warning' : 'info'}>
      <p>
        {colorLabel(key)} is hard to read on {surfaces.join(' and ')}: text needs 4.5:1. Until it is
        changed, a readable shade is shown instead.
      </p>
      {suggestion === undefined ? (
        <p className="mt-1">No color reads on both backgrounds. Bring the two closer together.</p>
      ) : (
        <button
          type="button"
          aria-label={`Use ${suggestion} for ${colorLabel(key)}`}
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
