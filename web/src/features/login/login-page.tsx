import { productName } from '@dashboard/contract/limits'
import { Redirect } from 'wouter'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-context.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { BrandLogo } from '../brand/brand-logo.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginPage() {
  const { status } = useSession()
  if (status === 'loading') return <PageSpinner />
  if (status === 'authenticated') return <Redirect to={paths.reports} replace />
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="flex items-center justify-center px-4 py-10">
        <div className="w-full max-w-sm">
          <BrandLogo className="size-14" />
          <h1 className="mt-6 text-2xl font-semibold">{productName}</h1>
          <p className="mt-1.5 mb-8 text-base text-muted">Log in to continue.</p>
          <LoginForm />
        </div>
      </main>
      <aside className="hidden flex-col justify-end bg-primary p-12 text-on-primary lg:flex">
        <p className="text-2xl font-semibold">Analytics & Reporting</p>
        <p className="mt-2 max-w-md text-base">
          Volunteers, circuits and congregations: up to date, and on paper when you need them.
        </p>
      </aside>
    </div>
  )
}
