import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface Tab {
  value: string
  label: ReactNode
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** The value of the tab that is open at first; by default the first one. */
  initial?: string
}

/** Scrolls the strip to the tab that is open at first, which an address may choose. */
function showActive(strip: HTMLElement | null): void {
  const tab = strip?.querySelector('[data-state="active"]')
  if (strip && tab)
    strip.scrollLeft = tab.getBoundingClientRect().left - strip.getBoundingClientRect().left
}

export function Tabs({ label, tabs, initial = tabs[0]?.value }: TabsProps) {
  return (
    <Primitive.Root defaultValue={initial}>
      <Primitive.List
        ref={showActive}
        aria-label={label}
        className="scroll-hint-x flex gap-1 overflow-x-auto border-b"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-control border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-control data-[state=active]:text-primary-text"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
