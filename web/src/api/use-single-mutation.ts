import {
  type MutateOptions,
  replaceEqualDeep,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useId } from 'react'

/**
 * Returns a mutation as `useMutation` does, whose `mutate` ignores a call with the same input as the last one while
 * that is under way. A button is drawn as busy a moment after its press; a second press, or Enter and a click, can come
 * before that. With `inOrder`, calls started meanwhile are sent one after another, so that the last one wins.
 */
export function useSingleMutation<Answer, Input = void>(
  options: Omit<UseMutationOptions<Answer, Error, Input>, 'mutationKey' | 'scope'>,
  inOrder = false,
) {
  const id = useId()
  const cache = useQueryClient().getMutationCache()
  const mutation = useMutation({
    ...options,
    mutationKey: [id],
    ...(inOrder && { scope: { id } }),
  })
  const { mutate: start } = mutation
  const mutate = useCallback(
    (input: Input, callbacks?: MutateOptions<Answer, Error, Input>) => {
      const last = cache.findAll({ mutationKey: [id] }).at(-1)?.state
      const isSame = replaceEqualDeep(last?.variables, input) === last?.variables
      if (last?.status === 'pending' && isSame) return
      start(...([input, callbacks] as Parameters<typeof start>))
    },
    [cache, id, start],
  )
  return { ...mutation, mutate }
}
