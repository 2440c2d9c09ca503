import { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import type { Schedule } from '@dashboard/contract/schedules'
import { type FormEvent, useId, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { draftOf, type ScheduleDraft, toInput } from './schedule-draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { whenText } from './schedule-words.ts'
import { scheduleFailures, useDeleteSchedule, useSaveSchedule } from './schedules-queries.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
}

/** Adds a schedule, or changes the given one. */
export function SaveScheduleDialog({
  open,
  onClose,
  schedule,
}: DialogProps & { schedule: Schedule | undefined }) {
  const id = useId()
  const save = useSaveSchedule(schedule?.id)
  const [draft, setDraft] = useState<ScheduleDraft>(() => draftOf(schedule))
  const [isTried, setIsTried] = useState(false)
  const input = ScheduleInput.safeParse(toInput(draft))
  const issueOf = (field: keyof ScheduleInput) =>
    isTried ? input.error?.issues.find(({ path }) => path[0] === field)?.message : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (input.success) save.mutate(input.data, { onSuccess: onClose })
  }
  const isNew = schedule === undefined
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={isNew ? 'Add schedule' : 'Edit schedule'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={save.isPending}>
            {save.isPending ? 'Saving...' : isNew ? 'Add schedule' : 'Save changes'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {save.isError && <Alert>{errorMessage(save.error, scheduleFailures.save)}</Alert>}
        <ScheduleFields draft={draft} onChange={setDraft} issueOf={issueOf} />
      </form>
    </Dialog>
  )
}

export function DeleteScheduleDialog({
  open,
  onClose,
  schedule,
}: DialogProps & { schedule: Schedule }) {
  const remove = useDeleteSchedule(schedule.id)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete schedule?"
      body={`Nothing will run by itself ${whenText(schedule).replace(/^E/, 'e')} any more.`}
      confirmLabel="Delete schedule"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    />
  )
}
