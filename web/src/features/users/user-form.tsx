import type { CreateUserInput, InviteUserInput } from '@dashboard/contract/account-inputs'
import { limitedCircuits } from '@dashboard/contract/limits'
import { getLookupOptions } from '@dashboard/contract/reports'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { roleNames } from '../../session/role-badge.tsx'
import { CircuitChecklist } from '../../ui/circuit-checklist.tsx'
import { CommonPasswordWarning } from '../../ui/common-password-warning.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, type FormDialogProps } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select, SelectField } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PasswordGenerator } from './password-generator.tsx'

/**
 * The fields of all schemas of an account, each of which leaves some out; `circuits` also where they stay as before.
 */
export type UserFormValues = Partial<
  z.input<typeof CreateUserInput> & z.input<typeof InviteUserInput>
>

interface UserFormProps<Input extends FieldValues> extends UserDialogProps {
  schema: z.ZodType<Input, UserFormValues>
  values: UserFormValues
  /** The account is the administrator's own: neither role nor status may change. */
  isOwn?: boolean
  onSubmit: (input: Input) => void
}

const roleOptions = (['user', 'admin'] as const).map((value) => ({
  value,
  label: roleNames[value],
}))

/** Shows one form for a new and for an existing account; the schema makes the difference. */
export function UserForm<Input extends FieldValues>(props: UserFormProps<Input>) {
  const { schema, values, isOwn = false, onSubmit, ...dialog } = props
  const { register, handleSubmit, formState, setValue, watch } = useForm<
    UserFormValues,
    unknown,
    Input
  >({
    resolver: zodResolver(schema),
    defaultValues: values,
  })
  const { errors, isSubmitted } = formState
  const checked = { shouldValidate: isSubmitted }
  return (
    <UserDialog {...dialog} onSubmit={handleSubmit(onSubmit)}>
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
        <>
          <Field label="Password" error={errors.password?.message}>
            <PasswordInput {...register('password')} autoComplete="new-password" />
          </Field>
          <CommonPasswordWarning password={watch('password')} />
          <PasswordGenerator
            password={watch('password') ?? ''}
            onGenerate={(password) => setValue('password', password, { shouldValidate: true })}
            mustChange={watch('mustChangePassword') ?? false}
            onMustChange={(mustChange) => setValue('mustChangePassword', mustChange)}
          />
        </>
      )}
      <Field
        label="Role"
        error={errors.role?.message}
        {...(isOwn && { hint: 'This is you: only another administrator can change these.' })}
      >
        <Select
          options={roleOptions}
          value={watch('role') ?? 'user'}
          onChange={(role) => {
            setValue('role', role, checked)
            setValue('circuits', role === 'admin' ? null : values.circuits, checked)
          }}
          disabled={isOwn}
        />
      </Field>
      <UserCircuits
        circuits={watch('circuits')}
        onChange={(circuits) => setValue('circuits', circuits, checked)}
        error={errors.circuits?.message}
        isAdmin={watch('role') === 'admin'}
      />
      <Switch
        label="Active User"
        description="User can log in and access the system"
        checked={watch('isActive') ?? true}
        onChange={(isActive) => setValue('isActive', isActive, checked)}
        disabled={isOwn}
      />
    </UserDialog>
  )
}

export interface UserDialogProps
  extends Pick<FormDialogProps, 'onClose' | 'title' | 'description' | 'submitLabel'> {
  busyLabel: string
  /** The mutation that the form's submit starts. */
  change: { isPending: boolean; error: unknown }
  /** Shown for a failure without a sentence of the server's. */
  fallback: string
}

/** Shows a form about an account, with the server's message about the last try. */
export function UserDialog({
  change,
  fallback,
  children,
  ...dialog
}: UserDialogProps & Pick<FormDialogProps, 'onSubmit' | 'children'>) {
  return (
    <FormDialog {...dialog} isBusy={change.isPending}>
      <ErrorAlert error={change.error} fallback={fallback} />
      {children}
    </FormDialog>
  )
}

interface UserCircuitsProps {
  /** The chosen circuits; `null` for all, `undefined` for those that an administrator had as a user. */
  circuits: readonly string[] | null | undefined
  onChange: (circuits: string[] | null) => void
  error: string | undefined
  isAdmin: boolean
}

const before = { value: 'before', label: 'As before' } as const
const options = [
  { value: 'all', label: 'All circuits' },
  { value: 'chosen', label: 'Chosen circuits' },
] as const

const hints = {
  admin: 'Administrators look after all circuits.',
  before: 'Those from before the user was an administrator; all, if there were none.',
  all: undefined,
  chosen: 'The user sees, generates and downloads nothing of other circuits, and runs no sync.',
} as const

/** Chooses which circuits the user looks after (docs/accounts.md#limited-users). */
function UserCircuits({ circuits, onChange, error, isAdmin }: UserCircuitsProps) {
  const value = circuits === undefined ? 'before' : circuits === null ? 'all' : 'chosen'
  const chosen = isAdmin ? null : circuits
  const { data } = useQuery({
    ...endpointQuery(getLookupOptions),
    staleTime: 0,
    enabled: chosen != null,
  })
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label="Looks after"
        hint={hints[isAdmin ? 'admin' : value]}
        options={value === 'before' && !isAdmin ? [before, ...options] : options}
        value={isAdmin ? 'all' : value}
        onChange={(chosen) => onChange(chosen === 'chosen' ? [] : null)}
        disabled={isAdmin}
      />
      {chosen && (
        <CircuitChecklist
          label={`Circuits (at most ${limitedCircuits.max})`}
          known={data?.circuits}
          chosen={new Set(chosen)}
          onChange={(next) => onChange([...next])}
          error={error}
        />
      )}
    </div>
  )
}
