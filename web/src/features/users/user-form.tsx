import type { Role } from '@dashboard/contract/account-inputs'
import { Controller, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { roleNames } from '../../session/role-badge.tsx'
import { Alert } from '../../ui/alert.tsx'
import { CommonPasswordWarning } from '../../ui/common-password-warning.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { schemaResolver } from '../../ui/schema-resolver.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { GivenPassword } from './given-password.tsx'
import { UserCircuits } from './user-circuits.tsx'
import type { FormInDialog } from './user-form-dialog.tsx'

/** What a schema may leave open; `values` of the form gives all but the password. */
export interface UserFormValues extends FieldValues {
  username?: string
  firstName?: string
  lastName?: string
  /** Only for a new user. */
  password?: string
  mustChangePassword?: boolean
  /** Only where an invitation can be sent. */
  emailAddress?: string
  role?: Role
  isActive?: boolean
  circuits?: string[] | null
}

interface UserFormProps<Input extends FieldValues> extends FormInDialog {
  /** The same function at each rendering. */
  loadSchema: () => Promise<z.ZodType<Input, UserFormValues>>
  values: UserFormValues
  /** The account is the administrator's own: neither role nor status may change. */
  isOwn?: boolean
  onSubmit: (input: Input) => void
}

const roleOptions = (['user', 'admin'] as const).map((value) => ({
  value,
  label: roleNames[value],
}))

/** One form for a new and for an existing account; the schema distinguishes them. */
export function UserForm<Input extends FieldValues>(props: UserFormProps<Input>) {
  const { id, loadSchema, values, isOwn = false, failure, onSubmit } = props
  const { register, control, handleSubmit, formState, setValue, watch } = useForm<
    UserFormValues,
    unknown,
    Input
  >({
    resolver: schemaResolver(loadSchema),
    defaultValues: values,
  })
  const { errors } = formState
  return (
    <form
      id={id}
      noValidate
      autoComplete="off"
      onSubmit={handleSubmit(onSubmit)}
      className="flex flex-col gap-4"
    >
      {failure !== undefined && <Alert>{failure}</Alert>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First Name" error={errors.firstName?.message}>
          <Input {...register('firstName')} autoComplete="off" />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <Input {...register('lastName')} autoComplete="off" />
        </Field>
      </div>
      <Field label="Username" error={errors.username?.message}>
        <Input
          {...register('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {values.emailAddress !== undefined && (
        <Field
          label="E-mail Address"
          error={errors.emailAddress?.message}
          hint="The invitation is sent there. Leave it empty to copy a link instead."
        >
          <Input {...register('emailAddress')} type="email" autoComplete="off" />
        </Field>
      )}
      {values.password !== undefined && (
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
      )}
      {values.password !== undefined && <CommonPasswordWarning password={watch('password')} />}
      {values.password !== undefined && (
        <GivenPassword
          password={watch('password') ?? ''}
          onGenerate={(password) => {
            setValue('password', password, { shouldValidate: true })
            setValue('mustChangePassword', true)
          }}
          mustChange={watch('mustChangePassword') ?? false}
          onMustChange={(mustChange) => setValue('mustChangePassword', mustChange)}
        />
      )}
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <Field
            label="Role"
            error={errors.role?.message}
            {...(isOwn && { hint: 'This is you: only another administrator can change these.' })}
          >
            <Select
              hasSearchableOptions
              options={roleOptions}
              value={field.value ?? 'user'}
              onChange={(role) => {
                field.onChange(role)
                if (role === 'admin') setValue('circuits', null)
              }}
              disabled={isOwn}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="circuits"
        render={({ field }) => (
          <UserCircuits
            circuits={field.value ?? null}
            onChange={field.onChange}
            error={errors.circuits?.message}
            isAdmin={watch('role') === 'admin'}
          />
        )}
      />
      <Controller
        control={control}
        name="isActive"
        render={({ field }) => (
          <Switch
            label="Active User"
            description="User can log in and access the system"
            checked={field.value ?? true}
            onChange={field.onChange}
            disabled={isOwn}
          />
        )}
      />
    </form>
  )
}
