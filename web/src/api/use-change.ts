import { useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../ui/save-file.ts'
import { type ToastMessage, useToast } from '../ui/toaster.tsx'
import type { FileAnswer } from './call-input.ts'
import { pathKey } from './endpoint-query.ts'
import { useErrorToast } from './error-toast.ts'
import { useSingleMutation } from './use-single-mutation.ts'

type Failed = readonly [title: string, fallback: string]

interface Change<Input, Answer> {
  send: (input: Input) => Promise<Answer>
  /** Returns the toast, a success toast unless it says otherwise; left out for no toast. */
  done?: (answer: Answer, input: Input) => ToastMessage
  /** Title and fallback of the failure toast. */
  failed: Failed | ((input: Input) => Failed)
  /** Whether a failure is shown by a toast; all are when left out. */
  isToasted?: (error: Error) => boolean
  /** Called before anything is read again, which may remove the component that asked for the change. */
  onDone?: ((answer: Answer, input: Input) => void) | undefined
  /** What the change may affect: read again afterwards, even if it failed. */
  refreshes?: readonly `/api/${string}`[]
  /** Whether a change is sent only once the one before it has ended. */
  inOrder?: boolean
}

/**
 * Returns a mutation that shows how it ended, and after success stays pending until what it affects has been read
 * again.
 */
export function useChange<Answer, Input = void>(change: Change<Input, Answer>) {
  const { send, done, failed, isToasted, onDone, refreshes = [], inOrder } = change
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  const refresh = () =>
    Promise.all(refreshes.map((path) => client.invalidateQueries({ queryKey: pathKey(path) })))
  return useSingleMutation(
    {
      mutationFn: send,
      onSuccess: (answer, input) => {
        if (done) toast({ variant: 'success', ...done(answer, input) })
        onDone?.(answer, input)
        return refresh()
      },
      onError: (error, input) => {
        const words = typeof failed === 'function' ? failed(input) : failed
        if (isToasted?.(error) ?? true) showError(...words)(error)
        void refresh()
      },
    },
    inOrder,
  )
}

/** Returns a success toast with this title and the server's message. */
export function withMessage(title: string) {
  return ({ message }: { message: string }) => ({ title, description: message })
}

interface Download<Input> {
  send: (input: Input) => Promise<FileAnswer>
  /** Returns the file's name where the server gives none. */
  nameOf: (input: Input) => string
  failed: Failed
}

/** Returns a mutation that saves a file, and says so. */
export function useDownload<Input = void>({ send, nameOf, failed }: Download<Input>) {
  return useChange({
    send: async (input: Input) => {
      const { blob, fileName = nameOf(input) } = await send(input)
      saveFile(blob, fileName)
      return fileName
    },
    done: (name) => ({ title: 'Download Started', description: name }),
    failed,
  })
}
