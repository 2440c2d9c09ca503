export interface ColorPickerProps {
  label: string
  /** The color as #rrggbb. */
  color: string
  onChange: (color: string) => void
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  disabled?: boolean | undefined
}

/** Returns the props of the button that opens the picker, filled with the color. */
export function swatchProps({ label, color, disabled }: ColorPickerProps) {
  return {
    'aria-label': `Pick a color for ${label}`,
    disabled,
    className:
      'size-control shrink-0 rounded-control border border-border-strong forced-color-adjust-none disabled:opacity-55',
    style: { background: color },
  }
}
