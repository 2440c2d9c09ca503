import { productName } from '@dashboard/contract/product-name'
import { LogOut } from 'lucide-react'
import { useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TooltipProvider } from '../../ui/tooltip.tsx'
import { FactorsPanel } from './factors-panel.tsx'

/** Shown in place of every page until an administrator has a second step, where one is required. */
export function FirstStepPage() {
  const { logout } = useSession()
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col justify-center gap-4 p-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div>
          <p className="text-muted">{productName}</p>
          <h1 className="text-2xl font-semibold">Before you go on</h1>
        </div>
        <Button icon={<LogOut />} onClick={logout}>
          Logout
        </Button>
      </div>
      <TooltipProvider>
        <Card>
          <FactorsPanel />
        </Card>
      </TooltipProvider>
    </main>
  )
}
