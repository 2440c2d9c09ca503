import { LoginInput } from '@dashboard/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { errorMessage } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useLogin } from './login-queries.ts'

export function LoginForm() {
  const attempt = useLogin()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(LoginInput),
    defaultValues: { username: '', password: '' },
  })
  const { errors } = formState
  return (
    <form
      noValidate
      onSubmit={handleSubmit((input) => attempt.mutate(input))}
      className="flex flex-col gap-4"
    >
      {attempt.isError && (
        <Alert>{errorMessage(attempt.error, 'Login failed. Please try again.')}</Alert>
      )}
      <Field label="Username" error={errors.username?.message}>
        <Input
          {...register('username')}
          placeholder="Enter username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          {...register('password')}
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
