import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'

interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect: () => void
}

export interface MenuChoice<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  /** Returns the current value; called when the menu opens. */
  read: () => Value
  onChange: (value: Value) => void
}

interface DropdownMenuProps {
  /** A button that takes a ref, such as IconButton or Button. */
  trigger: ReactElement<ComponentProps<'button'>>
  items: readonly MenuItem[]
  header?: ReactNode
  choice?: MenuChoice<string>
}

const itemClass =
  'flex min-h-control cursor-pointer items-center gap-2.5 rounded-control px-3 py-1 outline-none select-none data-highlighted:bg-hover [&_svg]:size-4'

export function DropdownMenu({ trigger, items, header, choice }: DropdownMenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-w-[calc(100vw-16px)] min-w-48 animate-appear rounded-card border bg-surface-raised p-1 shadow-float"
        >
          {header !== undefined && (
            <Primitive.Label className="border-b px-3 pt-1.5 pb-2.5 mb-1">{header}</Primitive.Label>
          )}
          {items.map((item) => (
            <Primitive.Item key={item.label} onSelect={item.onSelect} className={itemClass}>
              {item.icon}
              {item.label}
            </Primitive.Item>
          ))}
          {choice && <Choice {...choice} />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Shows the options of a choice. The menu stays open, so that the user can compare them. */
function Choice({ label, options, read, onChange }: MenuChoice<string>) {
  const [value, setValue] = useState(read)
  const choose = (next: string) => {
    setValue(next)
    onChange(next)
  }
  return (
    <Primitive.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={choose}
      className="mt-1 border-t pt-1"
    >
      <Primitive.Label className="px-3 pt-1.5 pb-0.5 text-xs text-muted">{label}</Primitive.Label>
      {options.map((option) => (
        <Primitive.RadioItem
          key={option.value}
          value={option.value}
          onSelect={(event) => event.preventDefault()}
          className={itemClass}
        >
          <span className="size-4">
            <Primitive.ItemIndicator>
              <Check className="text-primary-text" />
            </Primitive.ItemIndicator>
          </span>
          {option.label}
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  )
}
