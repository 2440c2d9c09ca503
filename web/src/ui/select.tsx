import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { useFieldWiring } from './field.tsx'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
}

interface SelectProps<Value extends string> {
  /** Names the control where no `Field` does. */
  label?: string
  options: readonly SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}

export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled,
}: SelectProps<Value>) {
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      disabled={disabled}
    >
      <Primitive.Trigger
        {...useFieldWiring()}
        aria-label={label}
        className="field-box flex items-center justify-between gap-2 text-left [&>span]:truncate"
      >
        <Primitive.Value />
        <Primitive.Icon>
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) max-w-[calc(100vw-16px)] min-w-(--radix-select-trigger-width) animate-appear overflow-hidden rounded-card border bg-surface-raised p-1 shadow-float"
        >
          <Primitive.Viewport>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                className="relative flex min-h-control items-center rounded-control py-1 pr-3 pl-8 outline-none select-none data-highlighted:bg-primary-soft data-highlighted:text-on-primary-soft"
              >
                <Primitive.ItemIndicator className="absolute left-2.5">
                  <Check aria-hidden className="size-4" />
                </Primitive.ItemIndicator>
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
