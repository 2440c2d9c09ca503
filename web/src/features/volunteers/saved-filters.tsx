import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { useSavedFilters, useSavedFiltersChanges } from './volunteers-queries.ts'

/** Shows the sets of filters that the user has saved, and a field to save the current one. */
export function SavedFilters({ search }: { search: string }) {
  const saved = useSavedFilters().data?.savedFilters ?? []
  const { save, remove } = useSavedFiltersChanges()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ name: name.trim(), filters: search }, { onSuccess: () => setName('') })
  }
  return (
    <details className="border-b py-1">
      <summary className="flex min-h-control cursor-pointer items-center font-medium">
        Saved filters
      </summary>
      <ul aria-label="Saved filters">
        {saved.map(({ id, name: its, filters }) => (
          <li key={id} className="flex items-center justify-between gap-2">
            <Link
              href={filters === '' ? paths.volunteers : `${paths.volunteers}?${filters}`}
              className="inline-flex min-h-control min-w-0 items-center wrap-anywhere hover:underline"
            >
              {its}
            </Link>
            <IconButton
              label={`Delete saved filters ${its}`}
              icon={<X />}
              onClick={() => remove.mutate(id)}
            />
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className="flex gap-2 pb-2">
        <Input
          aria-label="Name for these filters"
          placeholder="Name"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          Save
        </Button>
      </form>
    </details>
  )
}
