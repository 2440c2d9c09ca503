import { UseLinkInput } from '@dashboard/contract/account-inputs'
import { openPasswordLink, usePasswordLink } from '@dashboard/contract/password-links'
import { productName } from '@dashboard/contract/product-name'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { call } from '../../api/call.ts'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { useSingleMutation } from '../../api/use-single-mutation.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { usePageTitle } from '../../ui/tab-title.tsx'

/** Shown by a link of an administrator: sets the user's own password (docs/accounts.md#links-to-set-a-password). */
export function PasswordLinkPage() {
  usePageTitle('Choose a password')
  // A new link may be pasted into the tab that shows what became of an older one.
  const token = useLocationProperty(() => location.hash.slice(1))
  const { data, error } = useQuery({
    queryKey: ['password link', token],
    queryFn: () => call(openPasswordLink, { body: { token } }),
    meta: { access: 'public' },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) {
    const isNew = data.kind === 'invitation'
    return (
      <Narrow title={isNew ? `Welcome, ${data.firstName}` : 'Choose a new password'}>
        {isNew && <p className="-mt-4 mb-6 text-muted">Choose a password for your account.</p>}
        <SetPasswordForm key={token} token={token} username={data.username} />
      </Narrow>
    )
  }
  if (!error) return <PageSpinner />
  return (
    <Narrow title="This link cannot be used">
      <ErrorAlert error={error} fallback="Ask an administrator for a new link." />
      <ToLogin />
    </Narrow>
  )
}

function Narrow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh items-center justify-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="text-base font-medium text-muted">{productName}</p>
        <h1 className="mt-1 mb-6 text-2xl font-semibold break-words">{title}</h1>
        {children}
      </div>
    </main>
  )
}

function ToLogin() {
  return (
    <Link href={paths.login} className={buttonClass('primary', 'mt-5 w-full')}>
      Go to Login
    </Link>
  )
}

function SetPasswordForm({ token, username }: { token: string; username: string }) {
  const { enter } = useSession()
  const set = useSingleMutation({
    mutationFn: (body: UseLinkInput) => call(usePasswordLink, { body }),
    onSuccess: (answer) => answer.token !== null && enter(answer.token),
  })
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(UseLinkInput),
    defaultValues: { token, newPassword: '' },
  })
  // A user with a second step must take it at the login.
  if (set.data?.token === null) {
    return (
      <>
        <p role="status">Your password was saved. Log in with it and your second step.</p>
        <ToLogin />
      </>
    )
  }
  return (
    <form
      noValidate
      onSubmit={handleSubmit((input) => set.mutate(input))}
      className="flex flex-col gap-4"
    >
      <ErrorAlert error={set.error} fallback="The password was not set. Try again." />
      <Field label="Username">
        <Input name="username" value={username} readOnly autoComplete="username" />
      </Field>
      <NewPasswordField
        input={register('newPassword')}
        value={watch('newPassword')}
        error={formState.errors.newPassword?.message}
        autoFocus
      />
      <Button
        type="submit"
        variant="primary"
        loading={set.isPending || set.isSuccess}
        className="mt-2 w-full"
      >
        {set.isPending ? 'Saving...' : 'Save and Log In'}
      </Button>
    </form>
  )
}
