import { useForm } from 'react-hook-form'
import { errorMessage } from '../../api/api-error.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { schemaResolver } from '../../ui/schema-resolver.ts'
import { FactorSection } from './factor-parts.tsx'
import { useReplaceLostPassword } from './factors-queries.ts'

const loadInput = async () => (await import('@dashboard/contract/account-inputs')).LostPasswordInput

/** Another password, for who came by a link and may not know the current one (docs/sign-in.md#a-sign-in-link). */
export function LostPasswordForm() {
  const { username } = useSessionUser()
  const replace = useReplaceLostPassword()
  const { register, handleSubmit, formState, reset, watch } = useForm({
    resolver: schemaResolver(loadInput),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors } = formState
  return (
    <FactorSection
      title="Password"
      description="You came by a link. If your password is lost, choose another one here."
    >
      <form
        noValidate
        onSubmit={handleSubmit((input) => replace.mutate(input, { onSuccess: () => reset() }))}
        className="flex flex-col gap-4"
      >
        {replace.isError && (
          <Alert>{errorMessage(replace.error, 'Failed to change password.')}</Alert>
        )}
        {/* Lets password managers know whose password this is. */}
        <input hidden readOnly value={username} autoComplete="username" />
        <NewPasswordField
          input={register('newPassword')}
          value={watch('newPassword')}
          error={errors.newPassword?.message}
        />
        <Field label="Confirm New Password" error={errors.confirmPassword?.message}>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <div>
          <Button type="submit" loading={replace.isPending}>
            {replace.isPending ? 'Changing...' : 'Change Password'}
          </Button>
        </div>
      </form>
    </FactorSection>
  )
}
