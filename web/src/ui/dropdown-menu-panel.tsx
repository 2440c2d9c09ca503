import { DropdownMenu as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactElement, type ReactNode, useRef } from 'react'

interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect: () => void
}

export interface DropdownMenuProps {
  /** A button that takes a ref, such as IconButton or Button. */
  trigger: ReactElement<ComponentProps<'button'>>
  items: readonly MenuItem[]
  /** Stands above the items, such as a name. */
  header?: ReactNode
}

interface DropdownMenuPanelProps extends DropdownMenuProps {
  /** Whether it was a key that opened it for the first time. */
  isOpenedByKeys: boolean | undefined
}

/**
 * What `dropdown-menu.tsx` loads on demand; it comes open. The primitive has not seen the key that opened it, and
 * would leave the first item without focus.
 */
export function DropdownMenuPanel(props: DropdownMenuPanelProps) {
  const { trigger, items, header, isOpenedByKeys } = props
  const mustFocus = useRef(isOpenedByKeys)
  const focusOnce = (item: HTMLElement | null) => {
    if (!item || !mustFocus.current) return
    mustFocus.current = false
    item.focus({ preventScroll: true })
  }
  return (
    <Primitive.Root defaultOpen modal={false}>
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
          {items.map((item, index) => (
            <Primitive.Item
              key={item.label}
              ref={index === 0 ? focusOnce : undefined}
              onSelect={item.onSelect}
              className="flex min-h-control cursor-pointer items-center gap-2.5 rounded-control px-3 py-1 outline-none select-none data-highlighted:bg-hover [&_svg]:size-4"
            >
              {item.icon}
              {item.label}
            </Primitive.Item>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
