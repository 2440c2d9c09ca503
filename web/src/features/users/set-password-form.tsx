import type { SetPasswordInput } from '@dashboard/contract/account-inputs'
import { useForm } from 'react-hook-form'
import { Alert } from '../../ui/alert.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { schemaResolver } from '../../ui/schema-resolver.ts'
import { GivenPassword } from './given-password.tsx'
import type { FormInDialog } from './user-form-dialog.tsx'

const loadSetPasswordInput = async () =>
  (await import('@dashboard/contract/account-inputs')).SetPasswordInput

interface SetPasswordFormProps extends FormInDialog {
  username: string
  onSubmit: (input: SetPasswordInput) => void
}

export function SetPasswordForm({ id, failure, username, onSubmit }: SetPasswordFormProps) {
  const { register, handleSubmit, formState, setValue, watch } = useForm({
    resolver: schemaResolver(loadSetPasswordInput),
    defaultValues: { newPassword: '', mustChangePassword: false },
  })
  return (
    <form id={id} noValidate className="flex flex-col gap-4" onSubmit={handleSubmit(onSubmit)}>
      {failure !== undefined && <Alert>{failure}</Alert>}
      {/* Lets password managers know whose password this is. */}
      <input hidden readOnly value={username} autoComplete="username" />
      <NewPasswordField
        input={register('newPassword')}
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
