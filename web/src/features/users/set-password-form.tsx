import type { SetPasswordInput } from '@dashboard/contract/account-inputs'
import { useForm } from 'react-hook-form'
import { Alert } from '../../ui/alert.tsx'
import { Field } from '../../ui/field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { schemaResolver } from '../../ui/schema-resolver.ts'
import { GivenPassword } from './given-password.tsx'
import type { FormInDialog } from './user-form-dialog.tsx'

const loadSetPasswordInput = async () =>
  (await import('@dashboard/contract/account-inputs')).SetPasswordInput

interface SetPasswordFormProps extends FormInDialog {
  username: string
  /** The password is one's own, and one has to show that one knows it. */
  asksCurrent: boolean
  /** The server has asked for the current one. */
  isCurrentMissing: boolean
  onSubmit: (input: SetPasswordInput) => void
}

export function SetPasswordForm(props: SetPasswordFormProps) {
  const { id, failure, username, asksCurrent, isCurrentMissing, onSubmit } = props
  const { register, handleSubmit, formState, setValue, watch } = useForm({
    resolver: schemaResolver(loadSetPasswordInput),
    defaultValues: { newPassword: '', mustChangePassword: false },
    // A field that is not shown has no value, and so is not sent.
    shouldUnregister: true,
  })
  return (
    <form id={id} noValidate className="flex flex-col gap-4" onSubmit={handleSubmit(onSubmit)}>
      {failure !== undefined && <Alert>{failure}</Alert>}
      {/* Lets password managers know whose password this is. */}
      <input hidden readOnly value={username} autoComplete="username" />
      {asksCurrent && (
        <Field
          label="Current Password"
          error={
            formState.errors.currentPassword?.message ??
            (isCurrentMissing ? 'Current password is required' : undefined)
          }
        >
          <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
      )}
      <NewPasswordField
        input={register('newPassword')}
        value={watch('newPassword')}
        error={formState.errors.newPassword?.message}
      />
      <GivenPassword
        password={watch('newPassword')}
        onGenerate={(password) => {
          setValue('newPassword', password, { shouldValidate: true })
          setValue('mustChangePassword', true)
        }}
        mustChange={watch('mustChangePassword') ?? false}
        onMustChange={(mustChange) => setValue('mustChangePassword', mustChange)}
      />
    </form>
  )
}
