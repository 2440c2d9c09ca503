import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** Stands once, around everything that has tooltips. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Primitive.Provider delayDuration={400}>{children}</Primitive.Provider>
}

interface TooltipProps {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Exactly one element that takes a ref. */
  children: ReactNode
}

/** Adds to what is visible; never the only place that says something needed. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-xs animate-appear rounded-control border bg-surface-raised px-2.5 py-1.5 text-xs shadow-float"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
