import { useMutation } from '@tanstack/react-query'
import { useErrorToast } from '../../api/error-toast.ts'
import { useSession } from '../../session/session-context.tsx'

/**
 * Signs in; a failure is shown by a toast, whose fallback is not the form's
 * (docs/behavior.md#toasts-of-failure).
 */
export function useLogin() {
  const { login } = useSession()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: login,
    onError: showError('Login Failed', 'Invalid credentials. Please try again.'),
  })
}
