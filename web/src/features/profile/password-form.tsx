import { ChangePasswordInput } from '@dashboard/contract/account-inputs'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useChangePassword } from './profile-queries.ts'

export function PasswordForm() {
  const { username, mustChangePassword } = useSessionUser()
  const change = useChangePassword()
  const { register, handleSubmit, formState, reset, watch } = useForm({
    resolver: zodResolver(ChangePasswordInput),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const { errors } = formState
  return (
    <form
      noValidate
      onSubmit={handleSubmit((input) => change.mutate(input, { onSuccess: () => reset() }))}
      className="flex max-w-xl flex-col gap-4"
    >
      {mustChangePassword && (
        <Alert tone="warning" title="Choose a password of your own">
          Yours was set for you. Until you choose another, this is asked at every sign-in.
        </Alert>
      )}
      <ErrorAlert error={change.error} fallback="Failed to change password." />
      {/* Tells password managers whose password this is. */}
      <input hidden readOnly value={username} autoComplete="username" />
      <Field label="Current Password" error={errors.currentPassword?.message}>
        <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
      </Field>
      <NewPasswordField
        input={register('newPassword')}
        value={watch('newPassword')}
        error={errors.newPassword?.message}
      />
      <Field label="Confirm New Password" error={errors.confirmPassword?.message}>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <p className="text-muted">
        You stay signed in here. Everywhere else you are signed out once the password has changed.
      </p>
      <div>
        <Button type="submit" variant="primary" loading={change.isPending}>
          {change.isPending ? 'Changing...' : 'Change Password'}
        </Button>
      </div>
    </form>
  )
}
