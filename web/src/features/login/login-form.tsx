import type { SecondFactor } from '@dashboard/contract/accounts'
import { type FormEvent, useState } from 'react'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { useErrorToast } from '../../api/error-toast.ts'
import { useSingleMutation } from '../../api/use-single-mutation.ts'
import { useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { type LoginFieldErrors, missingFields, readLogin, refusedFields } from './login-fields.ts'

interface LoginFormProps {
  /** Called when the password was right and a second step is needed. */
  onSecondStep: (step: SecondFactor) => void
}

export function LoginForm({ onSecondStep }: LoginFormProps) {
  const { login } = useSession()
  const showError = useErrorToast()
  const attempt = useSingleMutation({
    mutationFn: login,
    // The toast's fallback is not the form's.
    onError: showError('Login Failed', 'Invalid credentials. Please try again.'),
  })
  const [missing, setMissing] = useState<LoginFieldErrors>()
  const errors = { ...refusedFields(attempt.error), ...missing }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const input = readLogin(form)
    const found = missingFields(input)
    setMissing(found)
    const [firstMissing] = Object.keys(found)
    if (firstMissing === undefined)
      attempt.mutate(input, { onSuccess: (step) => step && onSecondStep(step) })
    else form.querySelector<HTMLElement>(`[name="${firstMissing}"]`)?.focus()
  }
  const recheck = (event: FormEvent<HTMLFormElement>) => {
    if (missing) setMissing(missingFields(readLogin(event.currentTarget)))
  }
  return (
    <form noValidate onSubmit={submit} onInput={recheck} className="flex flex-col gap-4">
      <ErrorAlert error={attempt.error} fallback="Login failed. Please try again." />
      <Field label="Username" error={errors.username}>
        <Input
          name="username"
          placeholder="Enter username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Field label="Password" error={errors.password}>
        <PasswordInput
          name="password"
          placeholder="Enter password"
          autoComplete="current-password"
        />
      </Field>
      <Button type="submit" variant="primary" loading={attempt.isPending} className="mt-2 w-full">
        {attempt.isPending ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
