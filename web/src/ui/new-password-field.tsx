import { passwordMinLength } from '@dashboard/contract/limits'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { CommonPasswordWarning } from './common-password-warning.tsx'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'

interface NewPasswordFieldProps {
  /** The result of the form's `register`. */
  input: UseFormRegisterReturn
  value: string | undefined
  error: string | undefined
  autoFocus?: boolean
}

export function NewPasswordField({ input, value, error, autoFocus }: NewPasswordFieldProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <Field label="New Password" error={error} hint={`At least ${passwordMinLength} characters.`}>
        <PasswordInput {...input} autoComplete="new-password" autoFocus={autoFocus} />
      </Field>
      <CommonPasswordWarning password={value} />
    </div>
  )
}
