import {
  CirclePlay,
  FileText,
  type LucideIcon,
  MapPin,
  PanelsTopLeft,
  Phone,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { contactLinks } from '../volunteers/contact-links.ts'
import { BySound, placeText } from '../volunteers/volunteer-parts.tsx'
import type { FindEntry, FindKind } from './find-entries.ts'

const icons: Readonly<Record<FindKind, LucideIcon>> = {
  Person: UserRound,
  Page: PanelsTopLeft,
  Action: CirclePlay,
  Circuit: MapPin,
  Congregation: UsersRound,
  Report: FileText,
}

interface FindOptionProps {
  /** Of the element with the role of an option. */
  id: string
  entry: FindEntry
  position: number
  count: number
  isActive: boolean
  onChoose: () => void
}

/** A result, and beside it, for a person with a telephone number, what rings. */
export function FindOption({ id, entry, position, count, isActive, onChoose }: FindOptionProps) {
  const { kind, label, person } = entry
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const Icon = icons[kind]
  const call = person && contactLinks(person.mobilePhone, null).call
  return (
    <div
      ref={row}
      className={classNames(
        'flex items-center gap-2 rounded-control pr-2',
        isActive ? 'bg-primary-soft text-on-primary-soft' : 'hover:bg-hover',
      )}
    >
      {/* The focus stays in the text field, whose keys move among the options. */}
      <button
        type="button"
        id={id}
        tabIndex={-1}
        role="option"
        aria-selected={isActive}
        aria-setsize={count}
        aria-posinset={position}
        onClick={onChoose}
        className="flex min-h-12 min-w-0 grow items-center gap-3 px-3 py-1.5 text-left"
      >
        <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
        <span className="min-w-0 grow">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{label}</span>
            {person?.isBySound && <BySound />}
          </span>
          <span className="block truncate text-xs text-muted">{detailOf(entry)}</span>
        </span>
      </button>
      {call && (
        <a
          href={call}
          aria-label={`Call ${label}, ${person.mobilePhone}`}
          // Tab leads from the text field to that of the row that the arrows have reached.
          tabIndex={isActive ? 0 : -1}
          className={buttonClass('primary', 'shrink-0')}
        >
          <Phone aria-hidden />
          <span className="max-sm:sr-only">{person.mobilePhone}</span>
        </a>
      )}
    </div>
  )
}

/** 'Person · Park · NY-2' */
function detailOf({ kind, detail, person }: FindEntry): string {
  const place = person && placeText(person)
  const phone = person && person.mobilePhone === null ? 'No phone number' : ''
  return [kind, place, phone, detail].filter((part) => part).join(' · ')
}
