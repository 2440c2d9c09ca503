import { Slider as Primitive } from 'radix-ui'

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
  /** The value in words, such as '120%'. */
  valueText?: string
}

export function Slider({ label, value, onChange, valueText, ...rest }: SliderProps) {
  return (
    <Primitive.Root
      {...rest}
      value={[value]}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className="relative flex h-control w-full touch-none items-center select-none"
    >
      <Primitive.Track className="relative h-1.5 grow rounded-full bg-neutral/35">
        <Primitive.Range className="absolute h-full rounded-full bg-control" />
      </Primitive.Track>
      <Primitive.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block size-5 rounded-full border-2 border-control bg-background shadow-float"
      />
    </Primitive.Root>
  )
}
