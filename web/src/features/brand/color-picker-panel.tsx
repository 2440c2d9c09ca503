import { Popover } from 'radix-ui'
import { HexColorPicker } from 'react-colorful'
import { type ColorPickerProps, swatchProps } from './color-swatch.ts'

/**
 * The picker shows its focus only by enlarging a handle a little, which few would notice; the strip below its square
 * would cut off the ring.
 */
const focusRing =
  '[&_[role=slider]:focus-visible]:outline-2! [&_[role=slider]:focus-visible]:outline-focus! ' +
  '[&>:first-child]:border-b-0!'

/** Shows the picker, which is open from the start; `color-picker.tsx` loads it on demand. */
export function ColorPickerPanel(props: ColorPickerProps) {
  const { label, color, onChange, onOpenChange } = props
  return (
    <Popover.Root defaultOpen onOpenChange={onOpenChange}>
      <Popover.Trigger {...swatchProps(props)} />
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
