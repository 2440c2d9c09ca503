import { Popover } from 'radix-ui'
import { HexColorPicker } from 'react-colorful'

/**
 * The picker shows its focus only by enlarging a handle a little, which few would notice; the strip below its square
 * would cut off the ring.
 */
const focusRing =
  '[&_[role=slider]:focus-visible]:outline-2! [&_[role=slider]:focus-visible]:outline-focus! ' +
  '[&>:first-child]:border-b-0!'

interface ColorPickerProps {
  label: string
  /** The color as #rrggbb. */
  color: string
  onChange: (color: string) => void
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  disabled?: boolean | undefined
}

/** Shows a swatch that opens a picker; the color follows while the picker is dragged. */
export function ColorPicker(props: ColorPickerProps) {
  const { label, color, onChange, onOpenChange, disabled } = props
  return (
    <Popover.Root onOpenChange={onOpenChange}>
      <Popover.Trigger
        aria-label={`Pick a color for ${label}`}
        disabled={disabled}
        className="size-control shrink-0 rounded-control border border-border-strong forced-color-adjust-none disabled:opacity-55"
        style={{ background: color }}
      />
      <Popover.Portal>
        <Popover.Content
          aria-label={`Color for ${label}`}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 animate-appear rounded-card border bg-surface-raised p-3 shadow-float"
        >
          <HexColorPicker color={color} onChange={onChange} className={focusRing} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
