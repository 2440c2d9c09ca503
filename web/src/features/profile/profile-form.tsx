import { ProfileInput } from '@dashboard/contract/account-inputs'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useUpdateProfile } from './profile-queries.ts'

export function ProfileForm() {
  const { firstName, lastName, username } = useSessionUser()
  const update = useUpdateProfile()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProfileInput),
    defaultValues: { firstName, lastName, username },
  })
  const { errors } = formState
  return (
    <form
      noValidate
      onSubmit={handleSubmit((input) => update.mutate(input))}
      className="flex max-w-xl flex-col gap-4"
    >
      <ErrorAlert error={update.error} fallback="Failed to update profile." />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First Name" error={errors.firstName?.message}>
          <Input {...register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <Input {...register('lastName')} autoComplete="family-name" />
        </Field>
      </div>
      <Field
        label="Username"
        error={errors.username?.message}
        hint="You sign in with it. Upper and lower case count as the same."
      >
        <Input
          {...register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div>
        {/* Busy until the reload, so that the reload does not cut off a second change. */}
        <Button type="submit" variant="primary" loading={update.isPending || update.isSuccess}>
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  )
}
