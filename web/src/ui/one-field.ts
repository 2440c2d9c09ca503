import { type FormEvent, useState } from 'react'

interface OneField {
  /** Whether the form was last submitted while the field was empty. */
  isMissing: boolean
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** Empties the field when the form asks for something else. */
  reset: () => void
}

/**
 * Returns a form with one required field. The text is passed on as typed; when it is empty, the field gets the focus.
 */
export function useOneField(name: string, onSubmit: (text: string) => void): OneField {
  const [isMissing, setIsMissing] = useState(false)
  return {
    isMissing,
    submit(event) {
      event.preventDefault()
      const form = event.currentTarget
      const text = String(new FormData(form).get(name))
      const isBlank = text.trim() === ''
      setIsMissing(isBlank)
      if (isBlank) form.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
      else onSubmit(text)
    },
    reset: () => setIsMissing(false),
  }
}
