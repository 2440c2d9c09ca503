import { NoticeChoicesInput, type NoticeTopic } from '@dashboard/contract/notice-inputs'
import { getNoticeChoices, type NoticeChoices } from '@dashboard/contract/notices'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { Loaded } from '../../api/loaded.tsx'
import { useIsSupported } from '../../api/missing-calls.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNoticeChoices, useSaveNoticeChoices } from './profile-queries.ts'

const topics: readonly { topic: NoticeTopic; label: string; hint: string }[] = [
  {
    topic: 'problems',
    label: 'Problems',
    hint: 'A sync that failed, was skipped or stopped, and data that is old. One reminder a day, and a message when it works again.',
  },
  {
    topic: 'rows-skipped',
    label: 'Skipped rows',
    hint: 'An import that left out rows of the sheet.',
  },
  {
    topic: 'reports',
    label: 'Reports',
    hint: 'Reports you asked for are ready, or could not be made.',
  },
  {
    topic: 'week',
    label: 'Weekly mail',
    hint: 'Mondays at 7 in the morning, about your circuits: call lists of the week, times with too few, who joined and left as counts, what to correct, reports out of date. Nothing when there is nothing to say.',
  },
]

/** Chooses which notices are sent by e-mail, and to which address (docs/notices.md#by-e-mail). */
export function NoticesForm() {
  return (
    <Loaded
      query={useNoticeChoices()}
      loading={<Skeleton className="h-64" />}
      failed="Your choices cannot be shown"
      isOffered={useIsSupported(getNoticeChoices)}
    >
      {(choices) => <ChoicesForm choices={choices} />}
    </Loaded>
  )
}

function ChoicesForm({ choices }: { choices: NoticeChoices }) {
  const { isEmailAvailable } = choices
  const save = useSaveNoticeChoices()
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(NoticeChoicesInput),
    defaultValues: { emailAddress: choices.emailAddress ?? '', topics: choices.topics },
  })
  const { errors } = formState
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ emailAddress, topics }) =>
        save.mutate({ emailAddress: emailAddress ?? '', topics }),
      )}
      className="flex max-w-xl flex-col gap-4"
    >
      <p className="text-muted">
        The bell above shows everything. Here you choose what is sent to you as well.
      </p>
      {!isEmailAvailable && <Alert tone="info">This server does not send e-mail.</Alert>}
      <ErrorAlert error={save.error} fallback="Failed to save your choices." />
      <Field
        label="E-mail Address"
        error={errors.emailAddress?.message}
        hint="Nobody else sees it. Leave it empty to be sent nothing."
      >
        <Input
          {...register('emailAddress')}
          type="email"
          autoComplete="email"
          disabled={!isEmailAvailable}
        />
      </Field>
      <Controller
        control={control}
        name="topics"
        render={({ field: { value: chosen, onChange } }) => (
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 font-medium">Send me</legend>
            {topics.map(({ topic, label, hint }) => (
              <Checkbox
                key={topic}
                checked={chosen.includes(topic)}
                disabled={!isEmailAvailable}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...chosen, topic] : chosen.filter((each) => each !== topic))
                }
                label={
                  <>
                    <span className="block">{label}</span>
                    <span className="block text-xs text-muted">{hint}</span>
                  </>
                }
              />
            ))}
          </fieldset>
        )}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          loading={save.isPending}
          disabled={!isEmailAvailable}
        >
          {save.isPending ? 'Saving...' : 'Save Choices'}
        </Button>
      </div>
    </form>
  )
}
