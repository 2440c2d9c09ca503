import { type FormEvent, useState } from 'react'

/**
 * Returns a form with one required field. The text is passed on as typed; when it is empty, the field gets the focus.
 * `reset` is for a form that then asks for something else.
 */
export function useOneField(name: string, onSubmit: (text: string) => void) {
  const [isMissing, setIsMissing] = useState(false)
  return {
    isMissing,
    submit(event: FormEvent<HTMLFormElement>) {
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
