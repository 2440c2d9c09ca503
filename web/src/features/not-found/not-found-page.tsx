import { Compass } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { usePageTitle } from '../../ui/tab-title.tsx'

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-3 p-6 text-center">
      <Compass className="size-8 text-muted" />
      <h1 className="text-xl font-semibold">404 Page Not Found</h1>
      <p className="text-muted">
        There is no page at this address. Check it for a typing mistake, or start from the
        dashboard.
      </p>
      <Link href={paths.root} className={buttonClass('primary', 'mt-2')}>
        Go to the dashboard
      </Link>
    </main>
  )
}
