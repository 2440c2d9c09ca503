import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldWiring } from './field.tsx'

/** Shows a text field; inside a `Field` it gets its label from there. Accepts `{...register('name')}`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      {...useFieldWiring()}
      {...rest}
      className={classNames('field-box', className)}
    />
  )
}
