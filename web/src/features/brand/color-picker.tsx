import { useState } from 'react'
import { onDemand, useOnDemand } from '../../ui/on-demand.ts'
import { type ColorPickerProps, swatchProps } from './color-swatch.ts'

const pickerPanel = onDemand(
  async () => (await import('./color-picker-panel.tsx')).ColorPickerPanel,
)

/** A swatch that opens a picker; the color follows while the picker is dragged. */
export function ColorPicker(props: ColorPickerProps) {
  const [isUsed, setIsUsed] = useState(false)
  const Panel = useOnDemand(pickerPanel, isUsed)
  if (Panel) return <Panel {...props} />
  const open = () => {
    setIsUsed(true)
    props.onOpenChange?.(true)
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      {...swatchProps(props)}
      onClick={open}
    />
  )
}
