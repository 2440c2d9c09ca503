import { Tooltip as Primitive } from 'radix-ui'
import type { FocusEvent, ReactElement, ReactNode } from 'react'

/** Rendered around everything that has tooltips: they open after this time, and the next ones at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Primitive.Provider delayDuration={400}>{children}</Primitive.Provider>
}

interface TooltipProps {
  /** Without a text there is no tooltip. */
  text: string | undefined
  side?: 'top' | 'right'
  /** An element or component that takes a ref, such as a button. */
  children: ReactElement
}

/** Gives an element a tooltip. It adds to visible text, and is never the only place for something needed. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild onFocus={ignorePressed}>
        {children}
      </Primitive.Trigger>
      {text !== undefined && (
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 w-max max-w-xs animate-appear rounded-control border bg-surface-raised px-2.5 py-1.5 text-xs shadow-float"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      )}
    </Primitive.Root>
  )
}

/** A button that gets its focus back when a dialog closes shows no tooltip to somebody who uses the mouse. */
function ignorePressed(event: FocusEvent): void {
  if (!event.target.matches(':focus-visible')) event.preventDefault()
}
